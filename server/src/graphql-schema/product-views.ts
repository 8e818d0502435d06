import type { ProductListItemView, ProductView } from '../../../contracts/rest/products';
import type { MarketProductRecord, ProductDepth } from '../catalog/model';
import { depthFor, presentListItem, presentProduct, type ProductViewContext } from '../catalog/views';
import type { Container } from '../container';
import { productContext, showsStore } from '../controllers/product-context';
import type { FurtherMarket } from '../markets/site-markets';
import type { ProductNeed } from './requested-fields';

export type PresentedProduct = ProductListItemView | ProductView;

/** How much of the records is read. */
export function depthOf({ include, isDetailed }: ProductNeed): ProductDepth {
  return isDetailed ? 'details' : depthFor(new Set(include));
}

/** Whether the views also show facts of the store, such as its currency, or the unit of weights. */
export function needsStore({ include, isDetailed }: ProductNeed, container: Pick<Container, 'restSettings'>): boolean {
  return isDetailed || showsStore(include, container);
}

interface Shown {
  need: ProductNeed;
  /** The default one when absent. */
  market?: FurtherMarket | null;
  container: Container;
}

/** What an operation's views depend on besides their records; a single product also shows the store's weight unit. */
export async function contextOf({ need, market = null, container }: Shown): Promise<ProductViewContext> {
  const facts = needsStore(need, container) ? await container.storeFacts.read() : null;
  const include = [...need.include, 'sale_price', 'in_stock', 'permalink'] as const;
  return productContext({ include, facts, market, container });
}

/** Products as the REST API shows them, with what an operation needs. */
export async function presentAll(
  records: readonly MarketProductRecord[],
  { need, ...shown }: Shown,
): Promise<PresentedProduct[]> {
  const context = await contextOf({ need, ...shown });
  return records.map((record) => {
    const { details } = record;
    return need.isDetailed && details
      ? presentProduct({ ...record, details }, context)
      : presentListItem(record, context);
  });
}
