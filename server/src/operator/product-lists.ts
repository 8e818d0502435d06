import type { ProductList } from '../../../contracts/admin/products';
import { type BrowsedMarketProduct, presentListedProduct, type ProductBrowser } from '../catalog/admin';
import type { StoreFactsReader } from '../catalog/shop';
import type { Database } from '../database/database';
import type { ReadyMarkets } from '../markets/knex-ready-parts';
import { readSoldIn } from '../markets/knex-sold-in';
import type { FurtherMarket, SiteMarkets } from '../markets/site-markets';

type BrowseRequest = Parameters<ProductBrowser['browse']>[0];

export interface ProductListParts {
  database: Database;
  browser: Pick<ProductBrowser, 'browse' | 'browseMarket'>;
  storeFacts: StoreFactsReader;
  siteMarkets: Pick<SiteMarkets, 'further'>;
  readyMarkets: ReadyMarkets;
}

/** Lists products for administrators, each with the further markets in which it is sold. */
export function createProductLists(parts: ProductListParts) {
  const { database, browser, siteMarkets, readyMarkets } = parts;

  /** On a site without further markets, nothing is read, and the field is absent. */
  async function inMarkets(products: readonly BrowsedMarketProduct[]) {
    const markets = siteMarkets.further();
    if (markets.length === 0) return { products: products.map(presentListedProduct) };
    const ready = await readyMarkets.partsOfAll(markets);
    const productIds = products.filter(isShownSomewhere).map(({ id }) => id);
    const soldIn = await readSoldIn(database, { markets: ready, productIds });
    return {
      products: products.map((product) => ({
        ...presentListedProduct(product),
        markets: soldIn.get(product.id) ?? [],
      })),
      markets: markets.map(({ key, name }) => ({ key, name, isReady: ready.has(key) })),
    };
  }

  return {
    /**
     * @param market lists what this market sells, at its prices; null: everything that is cached, at the store's prices
     * @throws MarketNotReadyError
     */
    async list(request: BrowseRequest, market: FurtherMarket | null = null): Promise<ProductList> {
      const { products, total } = market
        ? await browser.browseMarket(await readyMarkets.partsOf(market), request)
        : await browser.browse(request);
      const { page, pageSize } = request;
      return {
        ...(await inMarkets(products)),
        total,
        page,
        pages: Math.ceil(total / pageSize),
        currency: market ? market.currency : ((await parts.storeFacts.read())?.currency ?? null),
      };
    },
  };
}

/** No market shows what the store hides. */
const isShownSomewhere = ({
  publicationStatus,
  isVisibleElsewhere,
}: Pick<BrowsedMarketProduct, 'publicationStatus' | 'isVisibleElsewhere'>): boolean =>
  publicationStatus === 'publish' || (publicationStatus === 'draft' && isVisibleElsewhere);
