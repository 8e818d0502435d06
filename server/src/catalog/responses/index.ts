/** What the rest of the server uses of this room. */
export type { FoundResponse, PreparedResponse, ReadResponse, ResponseCache } from './response-cache';
export {
  contentOfBrand,
  contentOfBrandList,
  contentOfCollections,
  contentOfProductList,
  contentOfProductPage,
  contentOfRelated,
  contentOfFacets,
  contentOfSitemap,
  contentOfStore,
  contentOfSuggestions,
  type ListContent,
  type MarketContent,
  type ProductContent,
  type ResponseContent,
  withStore,
} from './response-content';
export {
  keysOfBrand,
  keysOfBrandList,
  keysOfChange,
  keysOfCollection,
  keysOfCollectionList,
  keysOfEverything,
  keysOfProduct,
  keysOfProductList,
  keysOfProductPage,
  keyOfMarket,
  keysOfFacets,
  keysOfSitemap,
  keysOfStore,
} from './surrogate-keys';
