import 'server-only';
import { cookies } from 'next/headers';
import { settings } from './settings';

/** What the shop remembers about a shopper, in cookies that scripts cannot read and other sites cannot send. */
export interface Session {
  cartId: string | null;
  /** Articles in the cart, for the header. */
  quantity: number;
  /** Identifies a customer who is signed in; the store issued it. */
  customerToken: string | null;
}

const names = {
  cartId: 'cart',
  quantity: 'cart-quantity',
  customerToken: 'customer',
} satisfies Record<keyof Session, string>;

export async function readSession(): Promise<Session> {
  const jar = await cookies();
  const read = (key: keyof Session) => jar.get(names[key])?.value || null;
  return {
    cartId: read('cartId'),
    quantity: Number(read('quantity')) || 0,
    customerToken: read('customerToken'),
  };
}

/** Stores the given values until they expire, and deletes those that are null. Only in a server action. */
export async function remember(changes: Partial<Session>, expires = inThirtyDays()): Promise<void> {
  const jar = await cookies();
  for (const key of ['cartId', 'quantity', 'customerToken'] as const) {
    const value = changes[key];
    if (value === null) jar.delete(names[key]);
    else if (value !== undefined) jar.set(names[key], String(value), { ...options, expires });
  }
}

const inThirtyDays = (): Date => new Date(Date.now() + 30 * 24 * 3600 * 1000);

const options = {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: settings.SHOP_URL.startsWith('https:'),
} as const;
