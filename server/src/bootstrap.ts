import type { Core } from '@strapi/strapi';
import { buildContainer } from './container';
import { installGraphqlEntrance } from './middlewares/install-graphql-entrance';
import { installRestCache } from './middlewares/install-rest-cache';
import { permissionActions } from './permissions';

/** Called by Strapi once the database is there and before the site listens. */
export async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await strapi.service('admin::permission').actionProvider.registerMany(permissionActions);
  const container = buildContainer(strapi);
  await container.migrate();
  await container.prepareReading();
  await container.settings.read();
  await container.settings.noteFixedSecrets();
  await container.storefront.prepare();
  installRestCache(strapi);
  installGraphqlEntrance(strapi);
  container.watchContent();

  strapi.server.httpServer.on('request', () => container.noteRequest());
  // Strapi's own commands (export, admin:create-user) load plugins too: nothing starts by itself before the site
  // listens (behavior 5.4).
  strapi.server.httpServer.once('listening', () => container.startBackgroundWork());
}
