import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import { restRoutes } from '../routes/content-api';
import { restBasePath } from '../http/rest-base-path';
import { isRoutedBySite } from '../routes/own-routing';
import { createRestGuard } from '../http/rest-guard';
import { siteOriginsOf } from './site-origins';

/** Wraps the host's stack in the guard; call this in `register`, before Strapi adds its own middlewares. */
export function installRestGuard(strapi: Core.Strapi): void {
  strapi.server.use(
    createRestGuard({
      basePath: restBasePath(strapi),
      routes: restRoutes,
      isRouted: (ctx) => isRoutedBySite(strapi, ctx),
      services: () => {
        const { restSettings, requestLogger } = containerOf(strapi);
        return { restSettings, logger: requestLogger };
      },
      createId: randomUUID,
      siteOrigins: siteOriginsOf(strapi),
    }),
  );
}
