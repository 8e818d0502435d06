import { hostname } from 'node:os';
import { createId } from '@paralleldrive/cuid2';
import type { Core } from '@strapi/strapi';
import { createSearchThread } from './catalog/search';
import { createFoundation } from './database/create-foundation';
import type { ReadConnection } from './database/strapi-own-connection';
import type { Environment } from './environment';
import { hostFactsOf } from './host-facts';
import { createKnownSecrets } from './lib/known-secrets';
import { createStrapiLogger } from './lib/strapi-logger';
import { createSiteMarkets } from './markets/site-markets';
import { createPromClientMeters } from './metrics/prom-client-meters';
import { createSettings } from './settings/create-settings';
import { networksOf } from './storefront/client-address';
import { pluginVersion } from './upstream/http/user-agent';

/** What all rooms share, and the settings. */
export function joinBase(
  strapi: Core.Strapi,
  { clock, loop, random, ownReader, ...environment }: Environment & { ownReader: ReadConnection | null },
) {
  const host = hostFactsOf(strapi);
  const knownSecrets = createKnownSecrets();
  const database = strapi.db.connection;
  const foundation = createFoundation({
    database,
    databaseClock: environment.databaseClock({ database, clock }),
    clock,
    loop,
    logger: createStrapiLogger(strapi, knownSecrets.redact),
    knownSecrets,
    newId: createId,
    self: { id: createId(), version: pluginVersion, host: hostname(), pid: process.pid },
    meters: createPromClientMeters(),
    caller: () => networksOf(strapi.requestContext.get()?.request.ip ?? '')[0] ?? '',
  });
  const configured = createSettings({ ...foundation, ...host });
  const siteMarkets = createSiteMarkets(configured.settings);
  const thread = environment.searchThread();
  const searchThread =
    ownReader?.file && thread ? createSearchThread(thread, { ...foundation, sqlite: ownReader.file }) : null;
  return {
    ...foundation,
    ...host,
    ...configured,
    siteMarkets,
    random,
    reader: ownReader?.database ?? database,
    searchThread,
    async closeReader() {
      await searchThread?.stop();
      await ownReader?.database.destroy();
    },
  };
}

export type Base = ReturnType<typeof joinBase>;
