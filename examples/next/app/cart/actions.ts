'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { addToCart, type Cart, changeLine, openCheckout } from '@/lib/cart';
import { readProduct } from '@/lib/catalog';
import { selectedOptions } from '@/lib/modifiers';
import { readSession, remember } from '@/lib/session';
import { problemOf } from '@/lib/store';

const quantity = z.coerce.number().int().min(0).max(99);
const articleForm = z.object({ slug: z.string().min(1), variant: z.coerce.number().int(), quantity: quantity.min(1) });
const lineForm = z.object({ line: z.string().min(1), quantity });

/** Puts a variant into the cart. Says why the store refused, as each of these actions. */
export async function addArticle(_before: string | null, form: FormData): Promise<string | null> {
  const given = articleForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please choose what is available, and a quantity from 1 to 99.';
  const product = await readProduct(given.data.slug);
  const variant = product?.variants.find(({ id }) => id === given.data.variant);
  if (!product || !variant) return 'This is not sold any more.';
  const texts = new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  const options = (product.modifiers ?? []).length > 0 ? selectedOptions(product, variant, texts) : null;
  const article = { productId: product.id, variantId: variant.id, quantity: given.data.quantity, options };
  const problem = await problemOf(async () => rememberCart(await addToCart(await readSession(), article)));
  if (problem === null) redirect('/cart');
  return problem;
}

export async function updateLine(_before: string | null, form: FormData): Promise<string | null> {
  const given = lineForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please enter a quantity from 0 to 99.';
  const { line: lineId, quantity: wanted } = given.data;
  return problemOf(async () => rememberCart(await changeLine(await readSession(), { lineId, quantity: wanted })));
}

export async function checkOut(): Promise<string | null> {
  let address = '';
  const problem = await problemOf(async () => {
    address = await openCheckout(await readSession());
  });
  if (problem === null) redirect(address);
  return problem;
}

async function rememberCart(cart: Cart | null): Promise<void> {
  await remember(
    cart === null ? { cartId: null, quantity: 0 } : { cartId: cart.entityId, quantity: cart.lineItems.totalQuantity },
  );
}
