import type { Core } from '@strapi/strapi';
import { createAdminGuard } from '../http/admin-guard';
import { isRoutedBySite } from '../routes/own-routing';

/** Puts the guard of the admin API around the host's stack; to be called in `register`. */
export function installAdminGuard(strapi: Core.Strapi): void {
  strapi.server.use(createAdminGuard({ basePath: '/commerce-bridge', isRouted: (ctx) => isRoutedBySite(strapi, ctx) }));
}
