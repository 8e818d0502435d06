import { toNumber } from '../../database/database';
import { fold } from '../model/text';
import { type CatalogSource, storableIds } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { TaxonomyBrowseRequest, BrowsedTaxonomyPage } from './product-browser';

// Upstream allows a thousand categories per product, more than an administrator would read.
const mostTitles = 400;

/** Titles by upstream id; ids that are not cached are left out. */
export async function readBrowsedTitles(
  { database, tables }: CatalogSource,
  { entity, ids }: { entity: 'category' | 'brand'; ids: readonly number[] },
): Promise<Record<string, string>> {
  const wanted = storableIds([...new Set(ids)]).slice(0, mostTitles);
  const rows: DatabaseRow[] =
    wanted.length === 0
      ? []
      : await database(tables.tables[entity]).whereIn('upstream_id', wanted).select('upstream_id', 'title');
  return Object.fromEntries(rows.map((row) => [toNumber(row.upstream_id), textOf(row.title)]));
}

/** A page of categories or brands, ordered by title. */
export async function browseTaxonomy(
  { database, tables }: CatalogSource,
  { entity, search, id, page, pageSize }: TaxonomyBrowseRequest,
): Promise<BrowsedTaxonomyPage> {
  const table = () => database({ item: tables.tables[entity] });
  const offset = (page - 1) * pageSize;
  const path = entity === 'category' ? ['item.path'] : [];
  const rows = table()
    .select(['item.upstream_id', 'item.title', ...path])
    .orderByRaw('lower(??)', ['item.title'])
    .orderBy('item.upstream_id');
  if (id === undefined) rows.whereNull('item.withdrawn_at');
  else rows.where('item.upstream_id', id);
  const term = fold(search ?? '');
  if (term === '' && id === undefined) {
    const [counted]: DatabaseRow[] = await table().whereNull('item.withdrawn_at').count({ count: '*' });
    const items = (await rows.limit(pageSize).offset(offset)).map(taxonomyItemOf);
    return { items, total: toNumber(counted?.count) };
  }
  // Titles are not stored folded, and SQLite's own `lower` handles only ASCII; there are a few thousand at most.
  const items = (await rows).map(taxonomyItemOf).filter((item) => fold(item.title).includes(term));
  return { items: items.slice(offset, offset + pageSize), total: items.length };
}

function taxonomyItemOf(row: DatabaseRow) {
  return { id: toNumber(row.upstream_id), title: textOf(row.title), path: textOf(row.path) };
}
