import type { Cart, CartLine, Included, ProductListItem } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html } from '../html';
import type { Page } from './layout';
import { formatMoney } from './price';
import { picture } from './product-card';

/** A cart with the products of its lines, and why the last change failed, if it did. */
export interface CartContent {
  cart: Cart | null;
  products: Included<ProductListItem, ['images_all_sizes']>[];
  problem?: string;
}

export function cartPage({ cart, products, problem }: CartContent): Page {
  return {
    title: 'Cart',
    body: html`<div class="narrow">
      <h1>Cart</h1>
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      ${cart === null || cart.lines.length === 0
        ? html`<p>Nothing in it yet.</p>
            <p><a class="button" href="/products">All products</a></p>`
        : html`<ul class="lines">
              ${cart.lines.map((line) => lineView(line, products))}
            </ul>
            <div class="sum">
              <p>Total <strong data-total>${formatMoney(cart.total.value, cart.total.currencyCode)}</strong></p>
              <form method="post" action="/checkout"><button class="button">Checkout</button></form>
            </div>
            <p class="quiet-text">Checkout is the store's own page: the shop never sees how you pay.</p>`}
    </div>`,
  };
}

function lineView(line: CartLine, products: readonly Included<ProductListItem, ['images_all_sizes']>[]): Html {
  const product = products.find(({ id }) => id === line.productId);
  const image = product?.images_all_sizes[0];
  const choices = line.options.map(({ name, value }) => `${name}: ${value}`).join(', ');
  return html`<li>
    <div class="frame">${image && picture({ ...image, alt: '' }, { sizes: '5.5rem' })}</div>
    <div>
      <p class="card-name">
        ${product ? html`<a href="/products/${encodeURIComponent(product.slug)}">${line.name}</a>` : line.name}
      </p>
      <p class="quiet-text">${choices}</p>
      <form class="line-form" method="post" action="/cart/lines">
        <input type="hidden" name="line" value="${line.id}" />
        <label
          ><span class="hidden">Quantity of ${line.name}</span
          ><input type="number" name="quantity" min="1" max="99" value="${line.quantity}" required
        /></label>
        <button class="button quiet">Update</button>
        <button class="link" name="remove" value="true" formnovalidate>
          Remove<span class="hidden"> ${line.name}</span>
        </button>
      </form>
    </div>
    <p class="price">${formatMoney(line.price.value, line.price.currencyCode)}</p>
  </li>`;
}
