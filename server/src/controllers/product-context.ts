import type { ProductGroup } from '../../../contracts/rest/parameters';
import type { StoreFacts } from '../catalog/model';
import { presentCurrency, presentCurrencyOfMarket, type ProductViewContext } from '../catalog/views';
import type { Container } from '../container';
import { presentMarketOfProduct } from '../markets/market-view';
import { namesLocale, productPagesIn } from '../markets/product-page-addresses';
import type { FurtherMarket } from '../markets/site-markets';

/** Whether products with these groups also show facts of the store: such a response is dropped when they change. */
export function showsStore(
  include: readonly ProductGroup[],
  { restSettings }: Pick<Container, 'restSettings'>,
): boolean {
  return include.includes('currency') || include.includes('market') || namesLocale(restSettings.productPageAddress());
}

/** The address of product pages in the default market, with `{slug}`. Reads nothing unless it names the locale. */
export async function productPages({
  restSettings,
  storeFacts,
}: Pick<Container, 'restSettings' | 'storeFacts'>): Promise<string> {
  const pattern = restSettings.productPageAddress();
  const facts = namesLocale(pattern) ? await storeFacts.read() : null;
  return productPagesIn(pattern, { locale: facts?.locale ?? null });
}

/**
 * What views of products depend on besides their records.
 * @param facts null before the first sync, and where none are shown
 * @param market null: the default one
 */
export function productContext({
  include,
  facts,
  market = null,
  container: { restSettings, siteMarkets },
}: {
  include: readonly ProductGroup[];
  facts: StoreFacts | null;
  market?: FurtherMarket | null;
  container: Pick<Container, 'restSettings' | 'siteMarkets'>;
}): ProductViewContext {
  const shown = market ?? siteMarkets.default(facts);
  return {
    include: new Set(include),
    productPageAddress: productPagesIn(restSettings.productPageAddress(), shown ?? { locale: null }),
    weightUnit: facts?.weightUnit ?? null,
    currency: market ? presentCurrencyOfMarket(market.currency, facts) : presentCurrency(facts),
    market: shown && presentMarketOfProduct(shown),
  };
}
