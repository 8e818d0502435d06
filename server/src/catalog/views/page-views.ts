import type { FacetsView } from '../../../../contracts/rest/facets';
import type { SitemapProductView } from '../../../../contracts/rest/sitemap';
import type { SuggestedProductView, SuggestionsView } from '../../../../contracts/rest/suggestions';
import type { Facets, FacetValue } from '../model/find-facets';
import type { ChangedProduct } from '../model/list-changed-products';
import type { MarketProductRecord } from '../model/market-reader';
import type { RecordReference } from '../model/product-reader';
import { permalinkOf } from './product-view';

/** A product in a sitemap. */
export function presentSitemapProduct(
  { id, slug, changedAt }: ChangedProduct,
  productPageAddress: string,
): SitemapProductView {
  return { id, slug, permalink: permalinkOf(slug, productPageAddress), changed: changedAt };
}

/** Suggestions while a shopper types. */
export function presentSuggestions({
  products,
  collections,
  brands,
}: {
  products: readonly MarketProductRecord[];
  collections: readonly RecordReference[];
  brands: readonly RecordReference[];
}): SuggestionsView {
  const named = ({ id, title, slug }: RecordReference) => ({ id, name: title, slug });
  return { products: products.map(suggested), collections: collections.map(named), brands: brands.map(named) };
}

function suggested({ id, title, slug, price, salePrice, images }: MarketProductRecord): SuggestedProductView {
  const [image] = images;
  return {
    id,
    name: title,
    slug,
    price,
    sale_price: salePrice,
    image: image ? { url: image.urls.thumbnail, alt: image.alt } : null,
  };
}

/** How a list can be narrowed further. */
export function presentFacets({ total, price, brands, categories, inStock, outOfStock, onSale }: Facets): FacetsView {
  const counted = ({ id, title, slug, count }: FacetValue) => ({ id, name: title, slug, count });
  return {
    total,
    price,
    brands: brands.map(counted),
    collections: categories.map(counted),
    stock: { in_stock: inStock, out_of_stock: outOfStock },
    on_sale: onSale,
  };
}
