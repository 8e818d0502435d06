import { decodeHTML } from 'entities';
import type { PageProduct } from './catalog';
import { addressOf } from './settings';

const availabilities = { available: 'InStock', preorder: 'PreOrder', disabled: 'Discontinued' } as const;

/** The product in schema.org's vocabulary, with an offer for each variant that has a price. */
export function productJsonLd(product: PageProduct) {
  const url = addressOf(`/products/${encodeURIComponent(product.slug)}`);
  const offers = product.variants.flatMap((variant) =>
    variant.price === null ? [] : [offerOf(product, { ...variant, price: variant.price })],
  );
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    url,
    name: product.name,
    description: product.seo.meta_description || textOf(product.description),
    image: product.images_all_sizes.map(({ zoom }) => zoom),
    ...(product.meta.sku !== '' && { sku: product.meta.sku }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
    ...(offers.length > 0 && { offers }),
  };
}

function offerOf(product: PageProduct, variant: PageProduct['variants'][number] & { price: number }) {
  const availability = variant.availability ?? product.availability;
  const isSoldOut = !variant.in_stock && availability !== 'disabled';
  return {
    '@type': 'Offer',
    name: variant.name,
    ...(variant.sku && { sku: variant.sku }),
    url: addressOf(`/products/${encodeURIComponent(product.slug)}?variant=${variant.id}`),
    price: variant.price,
    priceCurrency: product.currency?.code ?? 'USD',
    availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : availabilities[availability]}`,
  };
}

/** The path to a page; the page itself is the last step. */
export function breadcrumbsJsonLd(steps: readonly { name: string; path: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(path),
    })),
  };
}

/** The plain text of the store's HTML, for descriptions. */
export const textOf = (html: string): string =>
  decodeHTML(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
