import { ActionError, type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  type Cart,
  CommerceBridgeApiError,
  orNull,
  type ShopperCart,
  StoreRefusal,
} from 'strapi-plugin-commerce-bridge/client';
import { cartOf, rememberCart, shownOf, storeIsAway } from '../lib/session';
import { shop } from '../lib/shop';

const quantity = z.number().int().min(0).max(99);

/** Cart actions, which the store performs; requests go through the site's GraphQL proxy. */
export const server = {
  addArticle: defineAction({
    accept: 'form',
    input: z.object({ slug: z.string().min(1), variant: z.number().int(), quantity: quantity.min(1) }),
    handler: async (input, context) => {
      const product = await orNull(shop.readProduct(input.slug));
      const variant = product?.variants.find(({ id }) => id === input.variant);
      if (!product || !variant) throw new ActionError({ code: 'CONFLICT', message: 'This is not sold any more.' });
      const article = { productId: product.id, variantId: variant.id, quantity: input.quantity };
      await changing(context, (cart) => cart.add(article));
    },
  }),
  changeLine: defineAction({
    input: z.object({ lineId: z.string().min(1), quantity }),
    handler: (input, context) => changing(context, (cart) => cart.setQuantity(input.lineId, input.quantity)),
  }),
  checkOut: defineAction({
    handler: (_input, context) => refusing(() => cartOf(context).checkoutUrl()),
  }),
};

async function changing(context: ActionAPIContext, work: (cart: ShopperCart) => Promise<Cart | null>) {
  const cart = await refusing(() => work(cartOf(context)));
  rememberCart(context.cookies, cart);
  return cart && shownOf(cart);
}

/** Runs a request to the store, and reports to the shopper if it fails. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreRefusal) throw new ActionError({ code: 'CONFLICT', message: error.message });
    if (!(error instanceof CommerceBridgeApiError)) throw error;
    console.error(error);
    throw new ActionError({ code: 'INTERNAL_SERVER_ERROR', message: storeIsAway });
  }
}
