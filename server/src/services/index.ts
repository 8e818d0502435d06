import { type Core, factories } from '@strapi/strapi';
import { containerOf } from '../container';
import { recordUids } from '../content-types/record-uids';
import { joinInstances } from '../lifecycle';
import { leaseName } from '../sync/execution/run-carrier';
import type { StartRequest } from '../sync/runs/new-run';
import type { CartRequest } from '../storefront/carts';

/**
 * For code of the site: `strapi.plugin('commerce-bridge').service('sync')`; `commandLine` is for our command line, which
 * loads the site. The server never looks itself up this way.
 */
export const services = {
  // What Strapi's own controllers read with.
  product: factories.createCoreService(recordUids.product),
  category: factories.createCoreService(recordUids.category),
  brand: factories.createCoreService(recordUids.brand),

  sync: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Starts a run; `kind` tells whether it started or another one is under way. */
    start: (request: StartRequest) => containerOf(strapi).sync.start(request),
    cancel: () => containerOf(strapi).sync.cancel(),
    state: () => containerOf(strapi).sync.state(),
    /** Resyncs one product, by its upstream id or its slug; returns the outcome. */
    product: (idOrSlug: string | number) => containerOf(strapi).resyncProduct(idOrSlug),
  }),

  cache: ({ strapi }: { strapi: Core.Strapi }) => ({
    /**
     * Drops the cached responses that show these records, by upstream ids, or all when none are named; on every
     * instance of the site. `onCatalogChange` is called, too.
     */
    purge: (records?: { products?: number[]; categories?: number[]; brands?: number[] }) =>
      containerOf(strapi).purgeCaches(records),
  }),

  cart: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Creates a cart; returns its id and a single-use checkout address. Throws errors whose `code` tells why. */
    create: (request: CartRequest) => containerOf(strapi).storefront.carts.create(request),
  }),

  commandLine: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Makes this process, which has loaded the site for one command, one of its instances: no schedule, no worker. */
    join: () => joinInstances(containerOf(strapi)),
    /** Continues syncs whose process died, until the site is destroyed. */
    takeOverSyncs: () => void containerOf(strapi).sync.watch(),
    /** The process that runs the sync under way; null if there is none, or if instances do not register. */
    syncHolder: async () => {
      const instances = await containerOf(strapi).instanceRegister.list();
      const holder = instances.find(({ leases }) => leases.includes(leaseName));
      return holder ? { host: holder.host, pid: holder.pid } : null;
    },
  }),
};
