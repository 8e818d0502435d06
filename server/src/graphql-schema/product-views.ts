import type { ProductListItemView, ProductView } from '../../../contracts/rest/products';
import type { ProductDepth, ProductRecord } from '../catalog/model';
import { depthFor, presentCurrency, presentListItem, presentProduct } from '../catalog/views';
import type { Container } from '../container';
import type { ProductNeed } from './requested-fields';

export type ProductAnswer = ProductListItemView | ProductView;

/** How much of the records is read. */
export function depthOf({ include, isDetailed }: ProductNeed): ProductDepth {
  return isDetailed ? 'details' : depthFor(new Set(include));
}

/** Whether the views also show facts of the store: its currency, or the unit of weights. */
export function showsStore({ include, isDetailed }: ProductNeed): boolean {
  return isDetailed || include.includes('currency');
}

/** Products as the REST API shows them, with what an operation needs. */
export async function presentAll(
  records: readonly ProductRecord[],
  { need, container }: { need: ProductNeed; container: Container },
): Promise<ProductAnswer[]> {
  const facts = showsStore(need) ? await container.storeFacts.read() : null;
  const context = {
    include: new Set([...need.include, 'sale_price' as const, 'in_stock' as const, 'permalink' as const]),
    productPageAddress: container.restSettings.productPageAddress(),
    weightUnit: facts?.weightUnit ?? null,
    currency: presentCurrency(facts),
  };
  return records.map((record) => {
    const { details } = record;
    return need.isDetailed && details
      ? presentProduct({ ...record, details }, context)
      : presentListItem(record, context);
  });
}
