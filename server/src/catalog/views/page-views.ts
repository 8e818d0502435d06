import type { SitemapProductView } from '../../../../contracts/rest/sitemap';
import type { SuggestedProductView, SuggestionsView } from '../../../../contracts/rest/suggestions';
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

/** What is suggested while somebody types. */
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
