import { z } from 'zod';
import type { UpstreamHttp } from './upstream-http';

/** The OAuth scope that making carts takes, by upstream's own name (upstream 7.1). */
export const cartScope = 'store_cart';

/** A cart as upstream takes it (upstream 6.1); ids are upstream's. */
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
  /** With modifiers, for everything that is chosen, and without `variantId` (upstream 6.1). */
  optionSelections?: readonly { optionId: number; optionValue: string | number }[] | undefined;
}

export interface CreatedCart {
  cartId: string;
  /** Works once, for thirty days: hand it on, and never keep it (upstream 6.2). */
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
 * Makes a cart. Sent once only: a request that failed may have made one. Rejects with the errors of
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
