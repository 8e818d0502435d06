import type { Core } from '@strapi/strapi';
import { createBodyGuard } from '../http/body-guard';
import { restBasePath, restNamespace } from '../http/rest-base-path';
import { pathBelow } from '../http/rest-routes';
import { isRoutedBySite } from '../routes/own-routing';

const namespace = '/commerce-bridge';

/**
 * Wraps the host's stack in the guard of the admin API and of cached records in Strapi's form; call this in `register`.
 */
export function installBodyGuard(strapi: Core.Strapi): void {
  // The guard of the public API covers the rest of what is below the content API's prefix.
  const own = restBasePath(strapi);
  const records = own.slice(0, -restNamespace.length) + namespace;
  const isBelow = (path: string, base: string) => pathBelow(base, path) !== null;
  strapi.server.use(
    createBodyGuard({
      isCovered: (path) => !isBelow(path, own) && (isBelow(path, namespace) || isBelow(path, records)),
      isRouted: (ctx) => isRoutedBySite(strapi, ctx),
    }),
  );
}
