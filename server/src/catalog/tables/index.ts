/** The public interface of this room. */
export { momentAttributes, momentColumnOf } from './moments';
export { type CatalogTables, readCatalogTables } from './strapi-tables';
