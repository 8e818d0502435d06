import type { Core } from '@strapi/strapi';
import { refuseNewerTables } from '../database/migrator';

/**
 * Ends the boot of a version that is older than the tables before Strapi compares these with its schemas: it would drop
 * the columns that only later versions know, which other instances may be using.
 */
export function refuseNewerTablesBeforeSync(strapi: Core.Strapi): void {
  strapi.hook('strapi::content-types.beforeSync').register(() => refuseNewerTables(strapi.db.connection));
}
