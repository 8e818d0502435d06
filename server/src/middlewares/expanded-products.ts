import type { ExpansionQuery } from '../../../contracts/rest/expansion';
import type { ProductListItemView, ProductView } from '../../../contracts/rest/products';
import type { MarketProductRecord } from '../catalog/model';
import { depthFor, presentListItem, presentProduct, type ProductViewContext } from '../catalog/views';
import type { Container } from '../container';
import { scopeOfMarket } from '../controllers/market-scope';
import { productContext, showsStore } from '../controllers/product-context';
import type { MarketReading } from '../http/rest-action';

type View = ProductListItemView | ProductView;

interface Asked {
  query: ExpansionQuery;
  /** Null: the default market. */
  reading: MarketReading | null;
  container: Container;
}

/**
 * The views of the products that the market shows, by id; the number of statements does not depend on theirs.
 * @throws MarketNotReadyError when the market's categories were never read completely
 */
export async function expandedProducts(ids: readonly number[], asked: Asked): Promise<ReadonlyMap<number, View>> {
  const isSingle = asked.query.commerceProducts === 'single';
  const { records, context } = await recordsOf(ids, { ...asked, isSingle });
  return new Map(
    records.map((record) => {
      const { details } = record;
      return [
        record.id,
        isSingle && details ? presentProduct({ ...record, details }, context) : presentListItem(record, context),
      ];
    }),
  );
}

async function recordsOf(
  ids: readonly number[],
  { query, reading, container, isSingle }: Asked & { isSingle: boolean },
): Promise<{ records: readonly MarketProductRecord[]; context: ProductViewContext }> {
  const { catalog, storeFacts } = container;
  const include = query.commerceInclude ?? [];
  const depth = isSingle ? 'details' : depthFor(new Set(include));
  if (reading) {
    const { facts, side } = await scopeOfMarket(reading, container);
    const context = productContext({ include, facts, market: reading.market, container });
    return { records: await catalog.marketProducts.findByIds(side, ids, depth), context };
  }
  const records = await catalog.products.findByIds(ids, depth);
  const facts = isSingle || showsStore(include, container) ? await storeFacts.read() : null;
  return { records, context: productContext({ include, facts, container }) };
}
