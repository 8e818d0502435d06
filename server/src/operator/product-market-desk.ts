import type { MarketOffer, ProductInMarket } from '../../../contracts/admin/product-in-market';
import { pricesAt, type ProductBrowser, type TracedProduct } from '../catalog/admin';
import type { Clock } from '../lib/clock';
import type { Prices, ProductPrices } from '../markets/knex-prices';
import type { ReadyMarkets } from '../markets/knex-ready-parts';
import type { FurtherMarket } from '../markets/site-markets';
import type { Sync } from '../sync/create-sync';

export interface ProductMarketDeskParts {
  browser: Pick<ProductBrowser, 'find' | 'browseMarket'>;
  readyMarkets: ReadyMarkets;
  prices: Pick<Prices, 'read'>;
  inspect: Sync['inspectMarket'];
  clock: Pick<Clock, 'now'>;
}

type Site = ProductInMarket['site'];
type Store = ProductInMarket['store'];

/** Compares what the site shows of a product in a market with what upstream returns now. */
export function createProductMarketDesk({ browser, readyMarkets, prices, inspect, clock }: ProductMarketDeskParts) {
  async function onSite(market: FurtherMarket, product: TracedProduct['product']): Promise<Site> {
    const side = (await readyMarkets.partsOfAll([market])).get(market.key);
    if (!side) return { kind: 'not_ready' };
    const request = {
      filter: { ids: [product.id] },
      orderBy: 'title',
      direction: 'asc',
      page: 1,
      pageSize: 1,
    } as const;
    const [[sold], [stored]] = await Promise.all([
      browser.browseMarket(side, request).then(({ products }) => products),
      prices.read(side.pricesId, [product.id]),
    ]);
    if (!sold) return { kind: 'not_sold' };
    return { kind: 'sold', offer: offerOf(product, stored ?? withoutPrice(product.id)) };
  }

  async function inStore(market: FurtherMarket, product: TracedProduct['product']): Promise<Store> {
    const variantIds = withOptions(product).map(({ id }) => id);
    const found = await inspect(market, { id: product.id, variantIds });
    const checkedAt = clock.now().toISOString();
    if (found.kind === 'failed') return { ...found, checkedAt };
    if (found.kind === 'unusable')
      return { kind: 'failed', checkedAt, problem: 'unexpected', message: found.reason, retryAfter: null };
    if (!found.offer) return { kind: 'not_sold', checkedAt };
    const { source, prices: read } = found.offer;
    return { kind: 'sold', checkedAt, offer: offerOf(product, read), source };
  }

  return {
    /** @returns null when the product is not cached */
    async compare(id: number, market: FurtherMarket): Promise<ProductInMarket | null> {
      const product = (await browser.find(id))?.product;
      if (!product) return null;
      const [site, store] = await Promise.all([onSite(market, product), inStore(market, product)]);
      const { key, name, currency } = market;
      return { key, name, currency, site, store, differences: differencesBetween(site, store) };
    },
  };
}

const withOptions = ({ variants }: TracedProduct['product']) => variants.filter(({ options }) => options.length > 0);

const withoutPrice = (productId: number): ProductPrices => ({
  productId,
  price: null,
  salePrice: null,
  calculatedPrice: null,
  variants: [],
});

function offerOf(product: TracedProduct['product'], { variants, ...read }: ProductPrices): MarketOffer {
  const costs = new Map(variants.map(({ id, price }) => [id, price]));
  return {
    ...pricesAt(read),
    variants: withOptions(product).map(({ id, name }) => ({ id, name, price: costs.get(id) ?? null })),
  };
}

function differencesBetween(site: Site, store: Store): ProductInMarket['differences'] {
  if (site.kind === 'not_ready' || store.kind === 'failed') return [];
  if (site.kind !== 'sold' || store.kind !== 'sold') return site.kind === store.kind ? [] : ['sold'];
  const here = site.offer;
  const there = store.offer;
  const amounts = (['price', 'salePrice', 'calculatedPrice'] as const).filter((field) => here[field] !== there[field]);
  const isSame = here.variants.every(({ price }, place) => price === there.variants[place]?.price);
  return isSame ? amounts : [...amounts, 'variants'];
}
