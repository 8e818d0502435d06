import type { MarketPreviewRow } from '../../../contracts/admin/market-desk';
import { defaultMarketKey } from '../../../contracts/admin/markets';
import { productListQuery, type ProductListItemView } from '../../../contracts/rest/products';
import { presentListItem } from '../catalog/views';
import type { Container } from '../container';
import { RestError } from '../http/rest-errors';
import { MarketNotReadyError } from '../markets/market-errors';
import type { FurtherMarket } from '../markets/site-markets';
import { productContext } from './product-context';
import { pageInMarket } from './products-in-market';

/**
 * One product in each market (behavior 14.9), exactly as the public API shows it there; the default market first. Only
 * the addresses of product pages are left out unless they are set: the public API's own default need not exist.
 */
export async function previewInMarkets(id: number, container: Container): Promise<MarketPreviewRow[]> {
  const first = await previewInDefault(id, container);
  const rows = [first];
  // One after the other, like requests of one frontend, so that an administrator's preview does not delay shoppers.
  for (const market of container.siteMarkets.further()) rows.push(await previewIn(market, id, container));
  const { productPageAddress } = container.settings.snapshot().plain;
  return productPageAddress === null ? rows.map(withoutLink) : rows;
}

async function previewInDefault(id: number, container: Container): Promise<MarketPreviewRow> {
  const facts = await container.storeFacts.read();
  const [record] = await container.catalog.products.findByIds([id], 'summary');
  const market = container.siteMarkets.default(facts);
  const product = record && presentListItem(record, productContext({ include: [], facts, container }));
  return rowOf({ key: defaultMarketKey, name: market?.name ?? '', currency: market?.currency ?? null }, product);
}

async function previewIn(market: FurtherMarket, id: number, container: Container): Promise<MarketPreviewRow> {
  try {
    const parts = await container.readyMarkets.partsOf(market);
    const query = productListQuery.parse({ ids: [id] });
    const { records, context } = await pageInMarket({ market, parts }, query, container);
    return rowOf(market, records[0] && presentListItem(records[0], context));
  } catch (error) {
    if (error instanceof MarketNotReadyError) return { ...rowOf(market, undefined), state: 'not_ready' };
    if (error instanceof RestError) return { ...rowOf(market, undefined), state: 'refused', reason: error.message };
    throw error;
  }
}

function rowOf(
  { key, name, currency }: Pick<MarketPreviewRow, 'key' | 'name' | 'currency'>,
  product: ProductListItemView | undefined,
): MarketPreviewRow {
  if (!product) return { key, name, currency, state: 'absent', reason: null, product: null };
  const { price, permalink, sale_price: salePrice, in_stock: inStock } = product;
  const shown = { name: product.name, price, salePrice, inStock, permalink };
  return { key, name, currency, state: price === null ? 'unpriced' : 'shown', reason: null, product: shown };
}

function withoutLink(row: MarketPreviewRow): MarketPreviewRow {
  return { ...row, product: row.product && { ...row.product, permalink: null } };
}
