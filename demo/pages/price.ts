import type { Store } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html } from '../html';

/** An amount in the store's currency, for example `$18.00`. */
export function formatPrice(amount: number, { currency }: Pick<Store, 'currency'>): string {
  return formatMoney(amount, currency?.code ?? 'USD');
}

/** An amount in a currency, for example `€18.00`. */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}

/** What a shopper pays, with the regular price struck out if that is higher. */
export function priceTag(product: { price: number; calculated_price: number }, store: Store): Html {
  const now = formatPrice(product.calculated_price, store);
  if (product.calculated_price >= product.price) return html`<span class="price">${now}</span>`;
  return html`<span class="price reduced"
    ><span class="hidden">Now </span><ins>${now}</ins> <span class="hidden">instead of </span
    ><del>${formatPrice(product.price, store)}</del></span
  >`;
}
