import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import type { StartRequest } from '../sync/sync-service';
import type { CartRequest } from '../storefront/carts';

/** For code of the site: `strapi.plugin('commerce-bridge').service('sync')`. Our own code never looks itself up so. */
export const services = {
  sync: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Starts a run; `kind` says whether it started or another one is under way. */
    start: (request: StartRequest) => containerOf(strapi).sync.start(request),
    cancel: () => containerOf(strapi).sync.cancel(),
    state: () => containerOf(strapi).sync.state(),
    /** Brings one product, by its upstream id or its slug, to what upstream says of it now; answers what became of it. */
    product: (idOrSlug: string | number) => containerOf(strapi).resyncProduct(idOrSlug),
  }),

  cache: ({ strapi }: { strapi: Core.Strapi }) => ({
    /**
     * Drops the kept answers that show these records, by upstream ids, or all when none are named; on every instance of
     * the site. `onCatalogChange` is told, too.
     */
    purge: (records?: { products?: number[]; categories?: number[]; brands?: number[] }) =>
      containerOf(strapi).purgeCaches(records),
  }),

  cart: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Makes a cart; answers its id and an address that works once, to pay for it. Throws errors whose `code` says why. */
    create: (request: CartRequest) => containerOf(strapi).storefront.carts.create(request),
  }),
};
