import type { Transaction } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { updateRows } from '../../database/update-rows';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { linkRowIds, type ProductLinks, type ProductLinkTables } from './product-links';
import { textOf } from '../tables/product-rows';
import { catalogProductOf } from '../tables/stored-items';
import type { CatalogTables } from '../tables/strapi-tables';

// Reading so many takes a tenth of a second. Where more wait for one record, the next run brings them in step.
const most = 500;

/**
 * A product's fingerprint depends on its links. Who links products to a record that came after them gives them the one that
 * follows, or each would count as damaged, and be fetched, though nothing is wrong with it.
 * @param newRowIds of the record that they are linked to now
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
        // A damaged record: its verification finds it.
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
      // Whatever else differs must go on being seen.
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
