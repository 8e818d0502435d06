import type { Included, ProductListItem, Store } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html } from '../html';
import { formatPrice, isReduced, priceTag } from './price';

/** A product with the fields that a card needs: those of `listGroups`. */
export type CardProduct = Included<ProductListItem, typeof listGroups>;

type Picture = Pick<CardProduct['images_all_sizes'][number], 'standard' | 'srcset' | 'alt'>;

/** Groups of fields that lists request. */
export const listGroups = ['calculated_price', 'brand', 'price_range', 'images_all_sizes'] as const;

/** Products as a grid; the first pictures are loaded eagerly. */
export function productGrid(products: readonly CardProduct[], store: Store): Html {
  return html`<ul class="grid">
    ${products.map((product, index) => card(product, { store, isEarly: index < 4 }))}
  </ul>`;
}

function card(product: CardProduct, { store, isEarly }: { store: Store; isEarly: boolean }): Html {
  const [image] = product.images_all_sizes;
  return html`<li class="card">
    <a href="/products/${encodeURIComponent(product.slug)}">
      <span class="frame"
        >${image
          ? picture(
              { ...image, alt: image.alt === product.name ? '' : image.alt },
              { sizes: '(max-width: 40rem) 46vw, 18rem', isLazy: !isEarly },
            )
          : html`<span class="no-picture"></span>`}
        ${badge(product)}</span
      >
      <span class="card-name">${product.name}</span>
    </a>
    <span class="card-brand">${product.brand?.name}</span>
    ${cardPrice(product, store)}
  </li>`;
}

/** The price on a card: the lowest one if the variants' prices differ. */
function cardPrice(product: CardProduct, store: Store): Html {
  const { price_range: range } = product;
  if (range === null || range.min === range.max) return priceTag(product, store);
  return html`<span class="price">From ${formatPrice(range.min, store)}</span>`;
}

/** How a picture is shown. */
interface Look {
  /** The display width, as in HTML's `sizes`: browsers use it to choose among the store's image sizes. */
  sizes: string;
  /** Whether it is loaded only when it is about to become visible. */
  isLazy?: boolean;
}

/** An image whose space is reserved before it has loaded. */
export function picture(image: Picture, { sizes, isLazy = false }: Look): Html {
  return html`<img
    src="${image.standard}"
    srcset="${image.srcset}"
    sizes="${sizes}"
    alt="${image.alt}"
    width="600"
    height="750"
    decoding="async"
    ${isLazy && html`loading="lazy"`}
  />`;
}

function badge(product: CardProduct): Html | null {
  if (!product.in_stock) return html`<span class="badge">Sold out</span>`;
  if (isReduced(product)) return html`<span class="badge sale">Sale</span>`;
  return null;
}
