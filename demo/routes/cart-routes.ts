import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Cart,
  openCart,
  orNull,
  type ShopperCart,
  signIn,
  signOut,
  StoreRefusal,
} from 'strapi-plugin-commerce-bridge/client';
import { readForm } from '../forms';
import { accountPage } from '../pages/account-page';
import { cartPage } from '../pages/cart-page';
import { layout } from '../pages/layout';
import { productGroups, productPage, type ShownProduct } from '../pages/product-page';
import { selectionOf } from '../selection';
import { readFrame, type ShopContext } from '../shop-context';
import { readVisitor, remember, type Visitor } from '../visitor';
import { htmlType } from './catalog-routes';

const quantity = z.coerce.number().int().min(1).max(99);
const orderSchema = z.looseObject({ slug: z.string().min(1), variant: z.string(), quantity });
const lineSchema = z.object({
  line: z.string().min(1),
  quantity: quantity.catch(1),
  remove: z.literal('true').optional(),
});
const signInSchema = z.object({ email: z.string(), password: z.string() });

/** Cart, checkout, and customers, all through the site's GraphQL proxy. */
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
    const variant = product && variantOf(product, wanted);
    if (product === null) return reply.redirect('/cart', 303);
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
    const { line, remove, quantity: wanted } = readForm(lineSchema, request.body);
    try {
      rememberCart(reply, await own.setQuantity(line, remove === 'true' ? 0 : wanted));
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

  accountRoutes(app, context);
}

function accountRoutes(app: FastifyInstance, context: ShopContext): void {
  const { client } = context;

  app.get('/account', async (request, reply) => {
    const frame = await readFrame(context, request);
    return reply.type(htmlType).send(layout(frame, accountPage(frame)));
  });

  app.post('/account', async (request, reply) => {
    const { cartId } = readVisitor(request);
    try {
      const customer = await signIn(client, { ...readForm(signInSchema, request.body), cartId });
      const { firstName, lastName, customerAccessToken: customerToken, cart } = customer;
      remember(reply, { customerToken, customerName: `${firstName} ${lastName}`.trim(), ...cartCookies(cart) });
      return await reply.redirect('/account', 303);
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      const frame = await readFrame(context, request);
      return reply
        .code(409)
        .type(htmlType)
        .send(layout(frame, accountPage(frame, error.message)));
    }
  });

  app.post('/account/sign-out', async (request, reply) => {
    const { customerToken } = readVisitor(request);
    // The cart is the customer's, and stays with them.
    remember(reply, { customerToken: null, customerName: null, cartId: null, quantity: 0 });
    if (customerToken !== null) await signOut(client, customerToken);
    return reply.redirect('/account', 303);
  });
}

/** The variant whose option values a form chose; null if there is none with exactly these. */
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

const cartCookies = (cart: Pick<Cart, 'id' | 'quantity'> | null): Pick<Visitor, 'cartId' | 'quantity'> => ({
  cartId: cart?.id ?? null,
  quantity: cart?.quantity ?? 0,
});

function rememberCart(reply: FastifyReply, cart: Cart | null): void {
  remember(reply, cartCookies(cart));
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
