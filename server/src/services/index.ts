import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';

/** For code of the site: `strapi.plugin('commerce-bridge').service('sync')`. Our own code never looks itself up so. */
export const services = {
  sync: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Starts a run; `kind` says whether it started or another one is under way. */
    start: (request: { mode: 'full' | 'incremental' }) => containerOf(strapi).sync.start(request),
    cancel: () => containerOf(strapi).sync.cancel(),
    state: () => containerOf(strapi).sync.state(),
  }),
};
