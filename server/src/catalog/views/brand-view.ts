import type { BrandListItemView, BrandView } from '../../../../contracts/rest/brands';
import type { BrandRecord, TaxonomyItem } from '../model/taxonomy-reader';

/** A brand in a list. */
export function presentBrandListItem({ id, title, slug, productCount }: TaxonomyItem): BrandListItemView {
  return { id, name: title, slug, product_count: productCount };
}

/** With a market's price; null where it has none. */
type ShownProduct = Omit<BrandRecord['products'][number], 'price'> & { price: number | null };

/** A single brand, with the first of its published products. */
export function presentBrand({
  id,
  title,
  slug,
  content,
  products,
  productCount,
}: Omit<BrandRecord, 'products'> & { products: readonly ShownProduct[] }): BrandView {
  return {
    id,
    name: title,
    slug,
    description: content,
    products: products.map((product) => ({
      id: product.id,
      name: product.title,
      slug: product.slug,
      price: product.price,
    })),
    total: productCount,
    links: { products: `/products?brand=${id}&orderby=title&order=asc` },
  };
}
