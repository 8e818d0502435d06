import type { Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { hasOutline, outlineOf } from '../model/fingerprint';
import { linkRowIds, type ProductLinkTables } from './product-links';
import { storedListsOf } from '../tables/product-rows';
import { completedFromStored, type SweptProduct } from '../model/swept-product';

/**
 * Compares swept products with the stored records, by fingerprint; reads more of a record only if that is not enough.
 */
export function createProductComparison({ productTable, links }: { productTable: string; links: ProductLinkTables }) {
  async function storedFingerprints(transaction: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await transaction(productTable)
      .whereIn('upstream_id', [...ids])
      .select('upstream_id', 'fingerprint');
    return new Map(rows.map((row) => [toNumber(row.upstream_id), String(row.fingerprint)]));
  }

  /** Products as they must look if nothing changed; those that certainly changed are left out. */
  async function completed(transaction: Transaction, swept: readonly SweptProduct[]) {
    const cutOff = swept.filter((product) => product.cutOff.length > 0).map(({ item }) => item.id);
    const rows =
      cutOff.length === 0
        ? []
        : await transaction(productTable)
            .whereIn('upstream_id', cutOff)
            .select('upstream_id', 'variants', 'images', 'custom_fields');
    const stored = new Map(rows.map((row) => [toNumber(row.upstream_id), storedListsOf(row)]));
    return swept.flatMap((product) => {
      if (product.cutOff.length === 0) return [product.item];
      const lists = stored.get(product.item.id);
      return (lists && completedFromStored(product, lists)) ?? [];
    });
  }

  /** Ids of the products that are not stored or differ from their stored records. */
  return async function findDiffering(transaction: Transaction, swept: readonly SweptProduct[]): Promise<number[]> {
    const ids = swept.map(({ item }) => item.id);
    if (ids.length === 0) return [];
    const fingerprints = await storedFingerprints(transaction, ids);
    const items = await completed(transaction, swept);
    const related = await links.resolve(transaction, items);
    const same = new Set<number>();
    for (const item of items) {
      const fingerprint = fingerprints.get(item.id);
      const outline = outlineOf(item, linkRowIds(related.get(item.id)));
      if (fingerprint !== undefined && hasOutline(fingerprint, outline)) same.add(item.id);
    }
    return ids.filter((id) => !same.has(id));
  };
}
