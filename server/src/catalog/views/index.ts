/** The public interface of this room. */
export { presentBrand, presentBrandListItem } from './brand-view';
export {
  presentBreadcrumbs,
  presentCollection,
  presentCollectionListItem,
  presentCollectionTreeItem,
} from './collection-view';
export { presentModifier } from './modifier-view';
export { presentFacets, presentSitemapProduct, presentSuggestions } from './page-views';
export type { PreparedItem } from './prepared-view';
export { depthFor, presentListItem, presentProduct, type ProductViewContext } from './product-view';
export { presentCurrency, presentCurrencyOfMarket, presentStore } from './store-view';
