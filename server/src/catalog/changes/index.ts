/** What the rest of the server uses of this room. */
export type { CatalogChange } from './catalog-changes';
export type { CatalogHook } from './change-hook';
export { createStrapiChangeListeners } from './strapi-change-listeners';
