import { taxonomyPageSize } from '../../../contracts/rest/parameters';
import type { TaxonomyPage } from '../catalog/model';

/** The requested page; undefined when everything is requested (behavior 3.5). */
export function pageOf(query: { page?: number | undefined; per_page?: number | undefined }): TaxonomyPage | undefined {
  if (query.page === undefined && query.per_page === undefined) return undefined;
  return { page: query.page ?? 1, pageSize: query.per_page ?? taxonomyPageSize };
}

/** A response's paging fields: none when everything was requested. */
export function pagingOf(total: number, page: TaxonomyPage | undefined): { total?: number; pages?: number } {
  return page ? { total, pages: Math.ceil(total / page.pageSize) } : {};
}
