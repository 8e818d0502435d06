import type { Transaction } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { updateRows } from '../../database/update-rows';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { linkRowIds, type ProductLinks, type ProductLinkTables } from './product-links';
import { textOf } from '../tables/product-rows';
import { catalogProductOf } from '../tables/stored-items';
import type { CatalogTables } from '../tables/strapi-tables';

// Reading this many products takes a tenth of a second. If more were waiting for a record, the next run updates them.
const most = 500;

/**
 * A product's fingerprint depends on its links. Linking products to a record that arrived after them must update their
 * fingerprints, or each would count as damaged and be fetched needlessly.
 * @param newRowIds row ids of the records that the products are now linked to
 */
export function createLinkFingerprints({
  catalogTables: { tables },
  links,
}: {
  catalogTables: CatalogTables;
  links: ProductLinkTables;
}) {
  return async function refresh(
    transaction: Transaction,
    {
      entity,
      newRowIds,
      productIds,
    }: { entity: 'category' | 'brand'; newRowIds: ReadonlySet<number>; productIds: readonly number[] },
  ): Promise<void> {
    if (productIds.length === 0 || productIds.length > most) return;
    const rows = await transaction(tables.product)
      .whereIn('upstream_id', [...productIds])
      .whereNull('withdrawn_at')
      .select('*');
    const products = rows.flatMap((row) => {
      try {
        return [{ row, product: catalogProductOf(row) }];
      } catch {
        // A damaged record: verification finds it.
        return [];
      }
    });
    const resolved = await links.resolve(
      transaction,
      products.map(({ product }) => product),
    );
    const fitting = products.flatMap(({ row, product }) => {
      const own = resolved.get(product.id);
      if (!own) return [];
      const digests = digestsOf(product);
      // Only if the new links are the sole difference: any other difference must remain visible.
      const fitted =
        textOf(row.fingerprint) === fingerprintOf(digests, linkRowIds(without(own, { entity, newRowIds })));
      return fitted ? [{ id: product.id, fingerprint: fingerprintOf(digests, linkRowIds(own)) }] : [];
    });
    await updateRows(transaction, tables.product, {
      by: 'upstream_id',
      rows: fitting.map(({ id, fingerprint }) => ({ upstream_id: id, fingerprint })),
    });
    await updateRows(transaction, ownTables.listedProducts, {
      by: 'product_id',
      rows: fitting.map(({ id, fingerprint }) => ({ product_id: id, fingerprint })),
    });
  };
}

function without(
  links: ProductLinks,
  { entity, newRowIds }: { entity: 'category' | 'brand'; newRowIds: ReadonlySet<number> },
): ProductLinks {
  if (entity === 'category')
    return { ...links, categories: links.categories.filter(({ rowId }) => !newRowIds.has(rowId)) };
  return {
    ...links,
    brandRowId: links.brandRowId !== null && newRowIds.has(links.brandRowId) ? null : links.brandRowId,
  };
}
