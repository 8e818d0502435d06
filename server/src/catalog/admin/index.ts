/** The public interface of this room. */
export { type CachedIds, createCachedIds } from './cached-ids';
export type { CachedNames } from './cached-names';
export type { CatalogCounts } from './catalog-counts';
export { idsNamedIn, presentCachedProduct, presentChange, presentListedProduct } from './product-admin-view';
export { pricesAt } from '../reading/market-offers';
export { createRecordEntries, type ReadableEntriesOf } from './strapi-record-entries';
export type { BrowsedMarketProduct, TracedProduct, ProductBrowser, TaxonomyBrowseRequest } from './product-browser';
export { readSiteModels, type SiteModel } from './strapi-site-models';
