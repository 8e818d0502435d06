'use server';

import { redirect } from 'next/navigation';
import { type Cart, selectOptions } from 'strapi-plugin-commerce-bridge/client';
import { z } from 'zod';
import { ownCart } from '@/lib/cart';
import { readProduct } from '@/lib/catalog';
import { entriesOf } from '@/lib/modifiers';
import { remember } from '@/lib/session';
import { problemOf } from '@/lib/store';

const quantity = z.coerce.number().int().min(0).max(99);
const articleForm = z.object({ slug: z.string().min(1), variant: z.coerce.number().int(), quantity: quantity.min(1) });
const lineForm = z.object({ line: z.string().min(1), quantity });

/** Adds a variant to the cart. Like all of these actions, returns why the store refused, if it did. */
export async function addArticle(_before: string | null, form: FormData): Promise<string | null> {
  const given = articleForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please choose what is available, and a quantity from 1 to 99.';
  const product = await readProduct(given.data.slug);
  const variant = product?.variants.find(({ id }) => id === given.data.variant);
  if (!product || !variant) return 'This is not sold any more.';
  const modifiers = product.modifiers ?? [];
  const article = {
    productId: product.id,
    variantId: variant.id,
    quantity: given.data.quantity,
    selectedOptions: modifiers.length > 0 ? selectOptions(variant, modifiers, entriesOf(modifiers, form)) : null,
  };
  const problem = await problemOf(async () => rememberCart(await (await ownCart()).add(article)));
  if (problem === null) redirect('/cart');
  return problem;
}

export async function updateLine(_before: string | null, form: FormData): Promise<string | null> {
  const given = lineForm.safeParse(Object.fromEntries(form));
  if (!given.success) return 'Please enter a quantity from 0 to 99.';
  const { line: lineId, quantity: wanted } = given.data;
  return problemOf(async () => rememberCart(await (await ownCart()).setQuantity(lineId, wanted)));
}

export async function checkOut(): Promise<string | null> {
  let address = '';
  const problem = await problemOf(async () => {
    address = await (await ownCart()).checkoutUrl();
  });
  if (problem === null) redirect(address);
  return problem;
}

const rememberCart = (cart: Cart | null): Promise<void> =>
  remember({ cartId: cart?.id ?? null, quantity: cart?.quantity ?? 0 });
