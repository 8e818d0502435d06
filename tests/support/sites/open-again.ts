import createKnex, { type Knex } from 'knex';
import type { BootedSite } from './boot-site';

/** Another connection to a site's database, which outlives the site; the caller closes it. */
export function openAgain({ strapi }: Pick<BootedSite, 'strapi'>): Knex {
  const { client, connection, useNullAsDefault } = strapi.db.connection.client.config;
  const driver = { postgres: 'pg', mysql: 'mysql2' }[String(client)] ?? client;
  return createKnex({ client: driver, connection: { ...connection }, useNullAsDefault, pool: { min: 0, max: 1 } });
}
