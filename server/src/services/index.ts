import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import type { CartRequest } from '../storefront/carts';

/** For code of the site: `strapi.plugin('commerce-bridge').service('sync')`. Our own code never looks itself up so. */
export const services = {
  sync: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Starts a run; `kind` says whether it started or another one is under way. */
    start: (request: { mode: 'full' | 'incremental' }) => containerOf(strapi).sync.start(request),
    cancel: () => containerOf(strapi).sync.cancel(),
    state: () => containerOf(strapi).sync.state(),
  }),

  cart: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Makes a cart; answers its id and an address that works once, to pay for it. Throws errors whose `code` says why. */
    create: (request: CartRequest) => containerOf(strapi).storefront.carts.create(request),
  }),
};
