import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { PublicationStatus } from '../model/catalog-types';
import type { CatalogSource } from '../tables/product-conditions';
import { includesSorted, type SearchMatches } from '../reading/search-matches';
import { fold } from '../model/text';
import { whereTextContains, whereTextIs } from '../tables/text-conditions';
import { upstreamIdIn } from '../model/upstream-ids';

/** Product ids; there may be a hundred thousand. */
export interface BrowsedMatches {
  size: number;
  has(id: number): boolean;
  /** Unordered. */
  all(): number[];
}

/**
 * Finds the cached products that match an administrator's search: part of the title or description, or exactly a SKU or
 * an id. Published products are found as the public API finds them; drafts and withdrawn products are in no index, so
 * their texts are scanned.
 * @returns only products with the given status, if there is one
 */
export function createBrowsedMatches({ source, matches }: { source: CatalogSource; matches: SearchMatches }) {
  const { database, tables } = source;
  const products = (status: PublicationStatus | undefined): Knex.QueryBuilder => {
    const query = database({ product: tables.tables.product });
    return query.whereIn('product.publication_status', status === undefined ? ['publish', 'draft'] : [status]);
  };

  async function unpublished(text: string, status: 'draft' | 'withdrawn'): Promise<number[]> {
    const query = products(status).join(
      { listed: ownTables.listedProducts },
      'listed.product_id',
      'product.upstream_id',
    );
    whereTextContains(query, { column: 'listed.search_text', text });
    const found: unknown[] = await query.pluck('product.upstream_id');
    return found.map(toNumber);
  }

  async function exactly(text: string, status: PublicationStatus | undefined): Promise<number[]> {
    const bySku = products(status);
    whereTextIs(bySku, { column: 'product.sku', text });
    const found: unknown[] = await bySku.pluck('product.upstream_id');
    const id = upstreamIdIn(text);
    if (id !== null)
      found.push(...(await products(status).where('product.upstream_id', id).pluck('product.upstream_id')));
    return found.map(toNumber);
  }

  /** @param text as typed, trimmed */
  return async function browsedMatches(text: string, status: PublicationStatus | undefined): Promise<BrowsedMatches> {
    const term = fold(text);
    const published =
      term === '' || (status !== undefined && status !== 'publish') ? new Float64Array() : await matches.find(term);
    const others = [
      ...(await exactly(text, status)),
      ...(term === '' || status === 'publish' ? [] : await unpublished(text, status ?? 'draft')),
    ];
    const additional = new Set(others.filter((id) => !includesSorted(published, id)));
    return {
      size: published.length + additional.size,
      has: (id) => additional.has(id) || includesSorted(published, id),
      all: () => [...published, ...additional],
    };
  };
}
