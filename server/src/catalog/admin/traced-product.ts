import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { originOf } from '../model/change-origins';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, dateOf, textOf } from '../tables/product-rows';
import { storedProductColumns, storedProductOf } from '../tables/stored-product';
import type { TracedProduct } from './product-browser';

/** A cached product with its provenance; null when it is not cached. */
export async function readTracedProduct(
  { database, tables }: CatalogSource,
  id: number,
): Promise<TracedProduct | null> {
  const [row]: DatabaseRow[] = await database(tables.tables.product)
    .where({ upstream_id: id })
    .select('document_id', 'created_at', 'synced_at', ...storedProductColumns);
  if (!row) return null;
  const [seen]: DatabaseRow[] = await database(ownTables.readVersions)
    .where({ entity: 'product', upstream_id: id })
    .select('seen_at', 'origin');
  return {
    documentId: textOf(row.document_id),
    product: storedProductOf(row),
    cachedAt: momentOf(row.created_at),
    writtenAt: momentOf(row.synced_at),
    comparedAt: seen?.seen_at ? new Date(toNumber(seen.seen_at)) : null,
    comparedBy: originOf(seen?.origin),
  };
}

const momentOf = (value: unknown) => (value === null || value === undefined ? null : dateOf(value));
