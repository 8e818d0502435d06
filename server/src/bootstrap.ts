import type { Core } from '@strapi/strapi';
import { buildContainer } from './container';
import { openReadConnection } from './database/strapi-own-connection';
import { announceStop, prepare, start } from './lifecycle';
import { installGraphqlEntrance } from './middlewares/install-graphql-entrance';
import { installRestCache } from './middlewares/install-rest-cache';
import { productFieldsOf } from './middlewares/product-choices';
import { leaveOutOfRelationChoices } from './middlewares/relation-choices';
import { permissionActions } from './permissions';
import { grantPicking } from './policies/grant-picking';
import { grantPublicReading } from './policies/grant-public-reading';
import { registerMarketPermissions } from './policies/market-permissions';
import { describeProductFields } from './routes/describe-product-fields';

/** Called by Strapi once the database is available, before the site listens. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await strapi.service('admin::permission').actionProvider.registerMany(permissionActions);
  const container = buildContainer(strapi, await openReadConnection(strapi));
  await prepare(container);
  await registerMarketPermissions(strapi, container.siteMarkets);
  installRestCache(strapi);
  installGraphqlEntrance(strapi);
  leaveOutOfRelationChoices(strapi);
  describeProductFields(strapi, productFieldsOf(strapi));
  container.listeners.watchContent();

  strapi.server.httpServer.on('request', () => container.requestRate.note());
  // Strapi's own commands (export, admin:create-user) load plugins too: nothing starts in the background before the
  // site listens (behavior 5.4).
  strapi.server.httpServer.once('listening', () => {
    start(container);
    // Before Strapi's own listener, which starts to stop the site and then waits for us (`destroy`).
    const onTerminate = () => announceStop(container);
    process.prependOnceListener('SIGTERM', onTerminate);
    strapi.server.httpServer.once('close', () => process.off('SIGTERM', onTerminate));
    // Strapi creates its roles after it has bootstrapped its plugins.
    void grantPicking(strapi, container);
    void grantPublicReading(strapi, container);
  });
}
