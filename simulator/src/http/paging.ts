import type { ListQuery } from './list-query';

export interface Pagination {
  total: number;
  count: number;
  per_page: number;
  current_page: number;
  total_pages: number;
  links: { previous?: string; current: string; next?: string };
  /** Undocumented, and in every live response (upstream 2.2). */
  too_many: boolean;
}

/**
 * A collection response: `{data, meta: {pagination}}`. Links are query strings, and absent at the ends (upstream 2.2).
 */
export function pageReply(
  data: unknown[],
  total: number,
  query: Pick<ListQuery<never>, 'page' | 'limit' | 'raw'>,
): { data: unknown[]; meta: { pagination: Pagination } } {
  const totalPages = Math.ceil(total / query.limit);
  const { page } = query;
  return {
    data,
    meta: {
      pagination: {
        total,
        count: data.length,
        per_page: query.limit,
        current_page: page,
        total_pages: totalPages,
        links: {
          ...(page > 1 && page <= totalPages + 1 ? { previous: linkTo(page - 1, query) } : {}),
          current: linkTo(page, query),
          ...(page < totalPages ? { next: linkTo(page + 1, query) } : {}),
        },
        too_many: false,
      },
    },
  };
}

/** The part of a list that a page shows. */
export function slicePage<Item>(items: readonly Item[], query: { page: number; limit: number }): Item[] {
  return items.slice((query.page - 1) * query.limit, query.page * query.limit);
}

function linkTo(page: number, query: { limit: number; raw: ReadonlyMap<string, string> }): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of query.raw) if (name !== 'page' && name !== 'limit') parameters.set(name, value);
  parameters.set('page', String(page));
  parameters.set('limit', String(query.limit));
  return `?${parameters.toString()}`;
}
