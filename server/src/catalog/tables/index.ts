/** What the rest of the server uses of this room. */
export { momentAttributes, momentColumnOf } from './moments';
export { type CatalogTables, readCatalogTables } from './strapi-tables';
