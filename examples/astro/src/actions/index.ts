import { ActionError, type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { CommerceBridgeApiError, orNull } from 'strapi-plugin-commerce-bridge/client';
import { addToCart, type Cart, changeLine, openCheckout, type Shopper, StoreRefusal } from '../lib/cart';
import { readSession, rememberCart } from '../lib/session';
import { shop } from '../lib/shop';

const quantity = z.number().int().min(0).max(99);

/** What shoppers do with their cart, at the store through the site's GraphQL proxy. */
export const server = {
  addArticle: defineAction({
    accept: 'form',
    input: z.object({ slug: z.string().min(1), variant: z.number().int(), quantity: quantity.min(1) }),
    handler: async (input, context) => {
      const product = await orNull(shop.readProduct(input.slug));
      const variant = product?.variants.find(({ id }) => id === input.variant);
      if (!product || !variant) throw new ActionError({ code: 'CONFLICT', message: 'This is not sold any more.' });
      const article = { productId: product.id, variantId: variant.id, quantity: input.quantity };
      await changing(context, (shopper) => addToCart(shopper, article));
    },
  }),
  changeLine: defineAction({
    input: z.object({ lineId: z.string().min(1), quantity }),
    handler: (input, context) => changing(context, (shopper) => changeLine(shopper, input)),
  }),
  checkOut: defineAction({
    handler: (_input, context) => asShopper(context, openCheckout),
  }),
};

async function changing(context: ActionAPIContext, work: (shopper: Shopper) => Promise<Cart | null>) {
  const cart = await asShopper(context, work);
  rememberCart(context.cookies, cart);
  return cart;
}

async function asShopper<Result>(
  context: ActionAPIContext,
  work: (shopper: Shopper) => Promise<Result>,
): Promise<Result> {
  try {
    return await work({ ...readSession(context.cookies), address: context.clientAddress });
  } catch (error) {
    if (error instanceof StoreRefusal) throw new ActionError({ code: 'CONFLICT', message: error.message });
    if (!(error instanceof CommerceBridgeApiError)) throw error;
    console.error(error);
    const message = 'The store does not answer. Please try again in a moment.';
    throw new ActionError({ code: 'INTERNAL_SERVER_ERROR', message });
  }
}
