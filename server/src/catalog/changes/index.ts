/** The public interface of this room. */
export type { CatalogChange, CatalogChanges } from './catalog-changes';
export { type ChangedIds, changedIdsSchema, everythingChanged } from './change-log';
export { createStrapiChangeListeners } from './strapi-change-listeners';
