import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formatTimestamp } from '../clock';
import type { ApiContext } from '../http/context';
import { ApiError, notFound, plainError } from '../http/errors';
import { readParameters } from '../http/list-query';
import { pictureUrl, type Presentation } from '../http/present';
import { cents, type ResolvedLine } from './carts';
import { StorefrontFailure } from './failures';
import { redirectUrls } from './hand-off';
import type { Cart, LineInput } from './model';
import type { Storefront } from './storefront';

const scoped = { config: { scope: 'store_cart' } } as const;
/** URLs created over REST are valid for thirty days (upstream 6.2). */
const LIFETIME_SECONDS = 30 * 24 * 3600;

const lineSchema = z.object({
  quantity: z.number().int(),
  product_id: z.number().int(),
  variant_id: z.number().int().nullish(),
  list_price: z.number().min(0).optional(),
  option_selections: z
    .array(z.object({ option_id: z.number().int(), option_value: z.union([z.number(), z.string()]) }))
    .optional(),
});
const cartSchema = z.object({
  customer_id: z.number().int().min(0).default(0),
  channel_id: z.number().int().min(1).default(1),
  currency: z.object({ code: z.string() }).optional(),
  locale: z.string().optional(),
  line_items: z.array(lineSchema).default([]),
});
const redirectSchema = z.object({
  query_params: z
    .union([z.record(z.string(), z.string()), z.array(z.object({ key: z.string(), value: z.string() }))])
    .optional(),
});

/** `/v3/carts` and the URLs of the hosted checkout (upstream 6.1, 6.2). */
export function cartRoutes(app: FastifyInstance, context: ApiContext, storefront: Storefront): void {
  const { carts } = storefront;

  app.post('/carts', scoped, (request, reply) => {
    const body = read(cartSchema, request.body);
    const cart = attempt(() =>
      carts.create({
        lines: body.line_items.map(lineFrom),
        channelId: body.channel_id,
        customerId: body.customer_id,
        currencyCode: body.currency?.code ?? null,
        locale: body.locale ?? null,
      }),
    );
    const wanted = (readParameters(request.query).get('include') ?? '').split(',');
    const urls = wanted.includes('redirect_urls') ? { redirect_urls: urlsOf(cart, request, {}) } : {};
    return reply.code(201).send({ data: { ...present(cart, request), ...urls }, meta: {} });
  });

  app.get<{ Params: { id: string } }>('/carts/:id', scoped, (request) => ({
    data: present(requireCart(request.params.id, request.url), request),
    meta: {},
  }));

  app.delete<{ Params: { id: string } }>('/carts/:id', scoped, (request, reply) => {
    carts.delete(requireCart(request.params.id, request.url).id);
    return reply.code(204).send();
  });

  app.post<{ Params: { id: string } }>('/carts/:id/redirect_urls', scoped, (request, reply) => {
    const cart = requireCart(request.params.id, request.url);
    const { query_params: given } = read(redirectSchema, request.body ?? {});
    const parameters = Array.isArray(given)
      ? Object.fromEntries(given.map(({ key, value }) => [key, value]))
      : (given ?? {});
    return reply.code(201).send({ data: urlsOf(cart, request, parameters), meta: {} });
  });

  function requireCart(id: string, url: string): Cart {
    const cart = carts.find(id);
    if (!cart) throw notFound('Cart not found.', url);
    return cart;
  }

  function urlsOf(
    cart: Cart,
    request: { host: string; protocol: string },
    parameters: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const parts = { checkouts: storefront.checkouts, presentation: context.presentationFor(request) };
    const { cart: cartUrl, checkout, embedded } = redirectUrls(parts, cart, { parameters, lifetime: LIFETIME_SECONDS });
    return { cart_url: cartUrl, checkout_url: checkout, embedded_checkout_url: embedded };
  }

  function present(cart: Cart, request: { host: string; protocol: string }): Record<string, unknown> {
    const lines = carts.resolve(cart);
    const presentation = context.presentationFor(request);
    const of = (type: string): unknown[] =>
      lines
        .filter(({ product }) => product.fields.type === type)
        .map((line) => presentLine(line, { presentation, shop: context.store.information.secure_url }));
    const amount = carts.total(cart);
    return {
      id: cart.id,
      customer_id: cart.customerId,
      channel_id: cart.channelId,
      email: storefront.customers.find(cart.customerId)?.email ?? '',
      currency: { code: cart.currencyCode },
      tax_included: context.store.information.is_price_entered_with_tax,
      base_amount: amount,
      discount_amount: 0,
      manual_discount_amount: 0,
      cart_amount: amount,
      coupons: [],
      discounts: [],
      line_items: {
        physical_items: of('physical'),
        digital_items: of('digital'),
        gift_certificates: [],
        custom_items: [],
      },
      created_time: formatTimestamp(cart.created),
      updated_time: formatTimestamp(cart.updated),
      locale: cart.locale,
      version: cart.version,
    };
  }
}

function presentLine(
  { line, product, variant, price, originalPrice }: ResolvedLine,
  at: { presentation: Presentation; shop: string },
): Record<string, unknown> {
  const { fields } = product;
  const image = product.images.find((each) => each.is_thumbnail) ?? product.images[0];
  return {
    id: line.id,
    parent_id: null,
    variant_id: variant.id,
    product_id: product.id,
    sku: product.options.length === 0 ? fields.sku : variant.sku,
    name: fields.name,
    url: `${at.shop}${fields.custom_url.url}`,
    quantity: line.quantity,
    taxable: true,
    image_url: image ? pictureUrl(product.id, image, { size: '220.290', presentation: at.presentation }) : '',
    discounts: [],
    coupons: [],
    discount_amount: 0,
    coupon_amount: 0,
    original_price: originalPrice,
    list_price: price,
    sale_price: price,
    extended_list_price: cents(price * line.quantity),
    extended_sale_price: cents(price * line.quantity),
    is_require_shipping: fields.type === 'physical',
    is_mutable: true,
  };
}

function lineFrom(line: z.output<typeof lineSchema>): LineInput {
  const choices = (line.option_selections ?? []).flatMap(({ option_id: option, option_value: value }) =>
    Number.isInteger(Number(value)) ? [{ optionEntityId: option, optionValueEntityId: Number(value) }] : [],
  );
  return {
    quantity: line.quantity,
    productEntityId: line.product_id,
    variantEntityId: line.variant_id ?? null,
    selectedOptions: { multipleChoices: choices },
    listPrice: line.list_price,
  };
}

/** What GraphQL reports as a message, REST returns as a 422. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StorefrontFailure)) throw error;
    throw new ApiError({ ...plainError(422, error.message).body, errors: {} });
  }
}

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  throw new ApiError({ ...plainError(422, 'JSON data is missing or invalid').body, errors });
}
