import { z } from 'zod';
import type { UpstreamHttp } from './http/upstream-http';

/** The OAuth scope that creating carts requires, by upstream's own name (upstream 7.1). */
export const cartScope = 'store_cart';

/** A cart as upstream accepts it (upstream 6.1); ids are upstream's. */
export interface NewCart {
  channelId: number;
  lineItems: readonly NewCartLine[];
  customerId?: number | undefined;
  /** An ISO 4217 code. */
  currency?: string | undefined;
  locale?: string | undefined;
}

export interface NewCartLine {
  productId: number;
  quantity: number;
  variantId?: number | undefined;
  /** With modifiers, for everything that can be chosen, and without `variantId` (upstream 6.1). */
  optionSelections?: readonly { optionId: number; optionValue: string | number }[] | undefined;
}

export interface CreatedCart {
  cartId: string;
  /** Works once, for thirty days: pass it on, and never store it (upstream 6.2). */
  checkoutUrl: string;
}

const wireCart = z
  .object({
    data: z.object({
      id: z.string().min(1),
      redirect_urls: z.object({ checkout_url: z.url({ protocol: /^https?$/ }) }),
    }),
  })
  .transform(({ data }): CreatedCart => ({ cartId: data.id, checkoutUrl: data.redirect_urls.checkout_url }));

/**
 * Creates a cart. Sent only once: a failed request may have created one. Rejects with the errors of
 * `upstream-errors.ts`, or with the signal's reason.
 */
export function createCart(
  http: UpstreamHttp,
  cart: NewCart,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<CreatedCart> {
  return http.request({
    method: 'POST',
    path: '/v3/carts',
    query: { include: 'redirect_urls' },
    body: {
      channel_id: cart.channelId,
      customer_id: cart.customerId,
      currency: cart.currency === undefined ? undefined : { code: cart.currency },
      locale: cart.locale,
      line_items: cart.lineItems.map(({ productId, quantity, variantId, optionSelections }) => ({
        product_id: productId,
        quantity,
        variant_id: variantId,
        option_selections: optionSelections?.map(({ optionId, optionValue }) => ({
          option_id: optionId,
          option_value: optionValue,
        })),
      })),
    },
    schema: wireCart,
    priority: 'high',
    signal,
  });
}
