import type { Core } from '@strapi/strapi';
import { createAdminGuard } from '../http/admin-guard';
import { isRoutedBySite } from '../routes/own-routing';

/** Wraps the host's stack in the guard of the admin API; call this in `register`. */
export function installAdminGuard(strapi: Core.Strapi): void {
  strapi.server.use(createAdminGuard({ basePath: '/commerce-bridge', isRouted: (ctx) => isRoutedBySite(strapi, ctx) }));
}
