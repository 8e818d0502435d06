import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Cart, openCart, orNull, type ShopperCart, StoreRefusal } from 'strapi-plugin-commerce-bridge/client';
import { readForm } from '../forms';
import { cartPage } from '../pages/cart-page';
import { layout } from '../pages/layout';
import { productGroups, productPage, type ShownProduct } from '../pages/product-page';
import { selectionOf } from '../selection';
import { readFrame, type ShopContext } from '../shop-context';
import { cookiesOf, readVisitor, remember } from '../visitor';
import { htmlType } from './catalog-routes';

const quantity = z.coerce.number().int().min(1).max(99);
const orderSchema = z.looseObject({ slug: z.string().min(1), variant: z.string(), quantity });
const line = z.string().min(1);
const lineSchema = z.union([
  z.object({ line, remove: z.literal('true') }).transform(({ line: id }) => ({ line: id, quantity: 0 })),
  z.object({ line, quantity }),
]);

/** Cart and checkout, through the site's GraphQL proxy. */
export function cartRoutes(app: FastifyInstance, context: ShopContext): void {
  const { client } = context;
  const cartOf = (request: FastifyRequest): ShopperCart => {
    const { cartId, customerToken: customerAccessToken } = readVisitor(request);
    return openCart(client, { cartId, customerAccessToken });
  };

  app.get('/cart', async (request, reply) => sendCart(context, { request, reply, cart: await cartOf(request).read() }));

  app.post('/cart', async (request, reply) => {
    const wanted = readForm(orderSchema, request.body);
    const product = await orNull(client.readProduct(wanted.slug, { include: productGroups }));
    if (product === null) throw new StoreRefusal('This is not sold any more.');
    const variant = variantOf(product, wanted);
    try {
      if (!variant) throw new StoreRefusal('This combination is not sold. Please choose another one.');
      const selectedOptions = selectionOf(variant, product.modifiers ?? [], wanted);
      const article = { productId: product.id, quantity: wanted.quantity, selectedOptions };
      const cart = await cartOf(request).add(article);
      rememberCart(reply, cart);
      return await reply.redirect('/cart', 303);
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      const frame = { ...(await readFrame(context, request)), path: `/products/${product.slug}` };
      const refused = { problem: error.message, form: wanted };
      const page = productPage(frame, { product, variantId: variant?.id ?? null, refused });
      return reply.code(409).type(htmlType).send(layout(frame, page));
    }
  });

  app.post('/cart/lines', async (request, reply) => {
    const own = cartOf(request);
    const wanted = readForm(lineSchema, request.body);
    try {
      rememberCart(reply, await own.setQuantity(wanted.line, wanted.quantity));
      return await reply.redirect('/cart', 303);
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      return sendCart(context, { request, reply, cart: await own.read(), problem: error.message });
    }
  });

  app.post('/checkout', async (request, reply) => {
    const own = cartOf(request);
    try {
      return await reply.redirect(await own.checkoutUrl(), 303);
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      return sendCart(context, { request, reply, cart: await own.read(), problem: error.message });
    }
  });
}

/** The variant with the option values that were chosen in a form; null if there is none with exactly these. */
function variantOf(
  product: ShownProduct,
  wanted: z.output<typeof orderSchema>,
): ShownProduct['variants'][number] | null {
  const chosen = product.options.map(({ id }) => Number(wanted[`option-${id}`]));
  const matching = product.variants.find((variant) =>
    product.options.length === 0
      ? String(variant.id) === wanted.variant
      : chosen.every((value) => variant.options?.some(({ value_id: id }) => id === value)),
  );
  return matching ?? null;
}

function rememberCart(reply: FastifyReply, cart: Cart | null): void {
  remember(reply, cookiesOf(cart));
}

async function sendCart(
  context: ShopContext,
  {
    request,
    reply,
    cart,
    problem,
  }: { request: FastifyRequest; reply: FastifyReply; cart: Cart | null; problem?: string },
): Promise<FastifyReply> {
  const ids = cart?.lines.map(({ productId }) => productId) ?? [];
  const [frame, { products }] = await Promise.all([
    readFrame(context, request),
    context.client.listProducts({ ids: ids.slice(0, 100), per_page: 100, include: ['images_all_sizes'] }),
  ]);
  rememberCart(reply, cart);
  const visitor = { ...frame.visitor, quantity: cart?.quantity ?? 0 };
  const page = cartPage({ cart, products, ...(problem !== undefined && { problem }) });
  return reply
    .code(problem === undefined ? 200 : 409)
    .type(htmlType)
    .send(layout({ ...frame, visitor }, page));
}
