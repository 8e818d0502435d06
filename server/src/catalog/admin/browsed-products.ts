import { toBoolean, toNumber } from '../../database/database';
import type { CatalogSource } from '../tables/product-conditions';
import {
  availabilityOf,
  type DatabaseRow,
  dateOf,
  imagesOf,
  isVisibleElsewhere,
  publicationStatusOf,
  textOf,
  trackingOf,
} from '../tables/product-rows';
import type { BrowsedProduct } from './product-browser';

const columns = [
  'product.upstream_id',
  'product.title',
  'product.slug',
  'product.sku',
  'product.price',
  'product.sale_price',
  'product.calculated_price',
  'product.publication_status',
  'product.is_visible_elsewhere',
  'product.in_stock',
  'product.availability',
  'product.inventory_tracking',
  'product.inventory_level',
  'product.images',
  'product.synced_at',
];

/** Products as the administrator's list shows them, in the order of the ids. */
export async function readBrowsedProducts(
  { database, tables }: CatalogSource,
  ids: readonly number[],
): Promise<BrowsedProduct[]> {
  if (ids.length === 0) return [];
  const rows: DatabaseRow[] = await database({ product: tables.tables.product })
    .whereIn('product.upstream_id', [...ids])
    .select(columns);
  const products = new Map(rows.map((row) => [toNumber(row.upstream_id), browsedProductOf(row)]));
  return ids.flatMap((id) => products.get(id) ?? []);
}

function browsedProductOf(row: DatabaseRow): BrowsedProduct {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slug: textOf(row.slug),
    sku: textOf(row.sku),
    price: toNumber(row.price),
    salePrice: row.sale_price === null ? null : toNumber(row.sale_price),
    calculatedPrice: toNumber(row.calculated_price),
    publicationStatus: publicationStatusOf(row.publication_status),
    isVisibleElsewhere: isVisibleElsewhere(row),
    inStock: toBoolean(row.in_stock),
    availability: availabilityOf(row.availability),
    inventoryTracking: trackingOf(row.inventory_tracking),
    inventoryLevel: toNumber(row.inventory_level),
    image: imagesOf(row.images)[0] ?? null,
    syncedAt: row.synced_at === null || row.synced_at === undefined ? null : dateOf(row.synced_at),
  };
}
