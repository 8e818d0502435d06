/** The public interface of this room. */
export type { Responses } from './create-responses';
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
  keysOfContract,
  keysOfEverything,
  keysOfMarketList,
  keysOfProduct,
  keysOfProductList,
  keysOfProductPage,
  keyOfMarket,
  keysOfFacets,
  keysOfSitemap,
  keysOfStore,
} from './surrogate-keys';
