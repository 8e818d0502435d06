/** The public interface of this room. */
export { momentAttributes, momentColumnOf } from './moments';
export { isComputed } from './site-defaults';
export { type CatalogTables, readCatalogTables } from './strapi-tables';
