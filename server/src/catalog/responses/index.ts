/** What the rest of the server uses of this room. */
export type { FoundResponse, PreparedResponse, ReadResponse, ResponseCache } from './response-cache';
export {
  contentOfBrand,
  contentOfBrandList,
  contentOfCollections,
  contentOfProductList,
  contentOfRelated,
  contentOfStore,
  type ListContent,
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
  keysOfStore,
} from './surrogate-keys';
