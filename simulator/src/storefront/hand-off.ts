import type { Presentation } from '../http/present';
import type { Checkouts } from './checkouts';
import type { Cart } from './model';

/** URLs that redirect a shopper to the hosted pages; each works once (upstream 6.2). */
export interface HandOff {
  readonly cart: string;
  readonly checkout: string;
  readonly embedded: string;
}

/** Three new URLs for a cart. `lifetime` is in seconds: thirty days in REST (upstream 6.2). */
export function redirectUrls(
  parts: { checkouts: Checkouts; presentation: Presentation },
  cart: Cart,
  options: { parameters: Readonly<Record<string, string>>; lifetime: number },
): HandOff {
  const at = (action: string): string => {
    const query = new URLSearchParams({
      action,
      id: cart.id,
      token: parts.checkouts.ticket(cart, options.lifetime),
      ...options.parameters,
    });
    return `${parts.presentation.baseUrl}/cart.php?${query.toString()}`;
  };
  return { cart: at('load'), checkout: at('loadInCheckout'), embedded: `${at('loadInEmbeddedCheckout')}` };
}
