/** The public interface of this room. */
export { forgetMarketChanges } from './entity-memories';
export type { CatalogItems, CatalogStore, ReceivedItems, UpsertOutcome } from './catalog-store';
export type { ReadVersions } from './knex-read-versions';
export { noteRepriced, type PricedFor } from './market-history';
export type { ProductChange } from './product-history';
export type { CatalogClearing } from './strapi-catalog-clearing';
