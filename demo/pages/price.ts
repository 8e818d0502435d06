import type { Store } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html } from '../html';

/** An amount in the store's currency, for example `$18.00`; null if the market does not sell the product. */
export function formatPrice(amount: number | null, { currency }: Pick<Store, 'currency'>): string {
  if (amount === null) return 'Not sold';
  return formatMoney(amount, currency?.code ?? 'USD');
}

/** An amount in a currency, for example `€18.00`. */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}

interface Priced {
  price: number | null;
  calculated_price: number | null;
}

/** Whether a shopper pays less than the regular price. */
export function isReduced({ price, calculated_price: now }: Priced): boolean {
  return price !== null && now !== null && now < price;
}

/** What a shopper pays, with the regular price struck through if it is higher. */
export function priceTag(product: Priced, store: Store): Html {
  const now = formatPrice(product.calculated_price, store);
  if (!isReduced(product)) return html`<span class="price">${now}</span>`;
  return html`<span class="price reduced"
    ><span class="hidden">Now </span><ins>${now}</ins> <span class="hidden">instead of </span
    ><del>${formatPrice(product.price, store)}</del></span
  >`;
}
