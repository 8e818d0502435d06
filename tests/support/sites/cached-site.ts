import { product, productList, type ProductView } from '../../../contracts/rest/products';
import type { CatalogNews } from '../../../server/src/outbox/change-hook';
import { everythingChanged } from '../../../server/src/catalog/changes/change-log';
import { containerOf } from '../../../server/src/container';
import type { BootedSite } from './boot-site';
import { connectedSite, type ConnectedSite, registerHooks } from './connected-site';
import { processedEvents } from '../shops/events';
import { eventually } from '../time/eventually';
import { keepsResponses } from '../instances/keeps-responses';

/**
 * A site with the catalog of a simulated store, whose responses are cached, and which receives events of upstream
 * changes.
 */
export interface CachedSite extends ConnectedSite {
  /** Resets the site for the next test: no waiting events, no listeners, nothing cached. */
  settle(): Promise<void>;
  /** Sets the site's own `onCatalogChange`, until `settle`. */
  onNews(listener: (news: CatalogNews) => Promise<void> | void): void;
  /** The `X-Cache` header of a response. */
  source(path: string): Promise<string | null>;
  product(slug: string): Promise<ProductView>;
  twoProducts(): Promise<{ one: ProductView; two: ProductView }>;
}

export async function cachedSite(): Promise<CachedSite> {
  let onNews: (news: CatalogNews) => Promise<void> | void = () => undefined;
  Object.assign(globalThis, { notifyTest: (news: CatalogNews) => onNews(news) });
  const connected = await connectedSite({
    simulator: { products: 12 },
    boot: { configSource: '{ onCatalogChange: (news) => globalThis.notifyTest(news) }' },
  });
  registerHooks(connected);
  const { site } = connected;
  await keepsResponses(site);
  const readProduct = (slug: string) => readFrom(site, slug);

  return {
    ...connected,
    product: readProduct,

    async settle() {
      await connected.simulator.webhooks.idle();
      await processedEvents(site);
      onNews = () => undefined;
      await eventually(async () =>
        (await containerOf(site.strapi).purging.outbox.progress()).every(({ waiting }) => waiting === 0),
      );
      containerOf(site.strapi).responses.forget(everythingChanged);
    },

    onNews(listener) {
      onNews = listener;
    },

    source: async (path) => (await site.rest(path)).headers.get('x-cache'),

    async twoProducts() {
      const { products } = productList.parse(await (await site.rest('/products?per_page=100')).json());
      const [one, two] = products;
      if (!one || !two) throw new Error('the catalog has too few products');
      return { one: await readProduct(one.slug), two: await readProduct(two.slug) };
    },
  };
}

async function readFrom(site: BootedSite, slug: string): Promise<ProductView> {
  return product.parse(await (await site.rest(`/products/${slug}`)).json());
}
