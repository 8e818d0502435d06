import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cart } from 'strapi-plugin-commerce-bridge/client';

/** What the shop remembers about a visitor, in cookies that scripts cannot read and other sites cannot send. */
export interface Visitor {
  cartId: string | null;
  /** Articles in the cart, for the header. */
  quantity: number;
  /** Identifies a customer who is signed in; the store issued it. */
  customerToken: string | null;
  customerName: string | null;
}

const cookieNames = {
  cartId: 'shop-cart',
  quantity: 'shop-quantity',
  customerToken: 'shop-customer',
  customerName: 'shop-name',
} satisfies Record<keyof Visitor, string>;

export function readVisitor(request: FastifyRequest): Visitor {
  const cookies = new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, decoded(value.join('='))] as const;
    }),
  );
  const read = (name: keyof Visitor): string | null => cookies.get(cookieNames[name]) || null;
  return {
    cartId: read('cartId'),
    quantity: Number(read('quantity')) || 0,
    // A value with characters that are invalid in a header cannot be a token of the store.
    customerToken: /^[\x21-\x7e]+$/.exec(read('customerToken') ?? '')?.[0] ?? null,
    customerName: read('customerName'),
  };
}

/** What is remembered about a cart. */
export const cookiesOf = (cart: Pick<Cart, 'id' | 'quantity'> | null): Pick<Visitor, 'cartId' | 'quantity'> => ({
  cartId: cart?.id ?? null,
  quantity: cart?.quantity ?? 0,
});

/** Remembers the given values; null deletes one. */
export function remember(reply: FastifyReply, changes: Partial<Visitor>): void {
  for (const [key, name] of Object.entries(cookieNames)) {
    const value = Object.entries(changes).find(([changed]) => changed === key)?.[1];
    if (value === undefined) continue;
    const text = value === null ? '' : encodeURIComponent(String(value));
    const life = value === null ? '; Max-Age=0' : '';
    void reply.header('set-cookie', `${name}=${text}; Path=/; HttpOnly; SameSite=Lax${life}`);
  }
}

// Anybody can send a malformed cookie; it counts as absent.
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
