import { z } from 'zod';
import { at, type Json } from '../shops/simulator-client';
import type { ShopperClient, Variables } from './shopper-clients';

/** The shopper's client, and functions of the test. */
export interface JourneyGround {
  client: ShopperClient;
  /** Reads the public REST API. */
  read(path: string): Promise<unknown>;
  /** Lets a second pass, so that the next request is within the limit. */
  pass(): Promise<void>;
  /** The last email that the shop sent to an address. */
  mail(to: string): { customerEntityId: number; token: string };
  email: string;
}

/** What the shopper has seen along the way. */
export interface JourneyOutcome {
  cartId: string;
  checkoutUrl: string;
  lines: { added: Json; afterRemoval: Json };
  registered: Json;
  customer: Json;
  stranger: Json;
  resetErrors: Json;
}

const cartFields =
  'entityId amount { value currencyCode } lineItems { totalQuantity physicalItems { entityId name quantity productEntityId variantEntityId } }';

const documents = {
  create: `mutation Create($input: CreateCartInput!) { cart { createCart(input: $input) { cart { ${cartFields} } } } }`,
  add: `mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ${cartFields} } } } }`,
  update: `mutation Update($input: UpdateCartLineItemInput!) { cart { updateCartLineItem(input: $input) { cart { ${cartFields} } } } }`,
  remove: `mutation Remove($input: DeleteCartLineItemInput!) { cart { deleteCartLineItem(input: $input) { cart { ${cartFields} } } } }`,
  redirect:
    'mutation Redirect($input: CreateCartRedirectUrlsInput!) { cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl } errors { __typename } } } }',
  register:
    'mutation Register($input: RegisterCustomerInput!) { customer { registerCustomer(input: $input) { customer { entityId email firstName } errors { __typename } } } }',
  login:
    'mutation Login($email: String!, $password: String!, $cart: String) { login(email: $email, password: $password, guestCartEntityId: $cart) { customer { email } customerAccessToken { value } } }',
  me: 'query Me { customer { email firstName } }',
  requestReset:
    'mutation RequestReset($input: RequestResetPasswordInput!) { customer { requestResetPassword(input: $input) { errors { __typename } } } }',
  reset:
    'mutation Reset($input: ResetPasswordInput!) { customer { resetPassword(input: $input) { errors { __typename } } } }',
};

/** Browses, fills a cart, goes to the checkout, registers, logs in, and gets a new password. */
export async function walkTheShop({ client, read, pass, mail, email }: JourneyGround): Promise<JourneyOutcome> {
  const run = async (
    name: keyof typeof documents,
    variables: Variables,
    headers?: Record<string, string>,
  ): Promise<Json> => {
    await pass();
    const data: Json = JSON.parse(JSON.stringify(await client.run(documents[name], variables, headers)));
    return data;
  };

  const [first, second] = await chooseTwo(read);
  const created = at(
    await run('create', { input: { lineItems: [{ ...first, quantity: 1 }] } }),
    'cart',
    'createCart',
    'cart',
  );
  const cartId = String(at(created, 'entityId'));
  const added = at(
    await run('add', { input: { cartEntityId: cartId, data: { lineItems: [{ ...second, quantity: 2 }] } } }),
    'cart',
    'addCartLineItems',
    'cart',
  );
  const [lineOne, lineTwo] = [0, 1].map((index) => at(added, 'lineItems', 'physicalItems', index, 'entityId'));
  await run('update', {
    input: { cartEntityId: cartId, lineItemEntityId: lineTwo, data: { lineItem: { ...second, quantity: 3 } } },
  });
  const afterRemoval = at(
    await run('remove', { input: { cartEntityId: cartId, lineItemEntityId: lineOne } }),
    'cart',
    'deleteCartLineItem',
    'cart',
  );
  const redirect = await run('redirect', { input: { cartEntityId: cartId } });
  const checkoutUrl = String(at(redirect, 'cart', 'createCartRedirectUrls', 'redirectUrls', 'redirectedCheckoutUrl'));

  const registered = await run('register', {
    input: { firstName: 'Ada', lastName: 'Byron', email, password: 'Passw0rd!' },
  });
  await run('login', { email, password: 'Passw0rd!', cart: cartId });
  await run('requestReset', { input: { email } });
  const { customerEntityId, token } = mail(email);
  const reset = await run('reset', { input: { customerEntityId, token, newPassword: 'An0ther-one!' } });
  const login = await run('login', { email, password: 'An0ther-one!', cart: cartId });
  const customerToken = String(at(login, 'login', 'customerAccessToken', 'value'));
  return {
    cartId,
    checkoutUrl,
    lines: { added: at(added, 'lineItems'), afterRemoval: at(afterRemoval, 'lineItems') },
    registered: at(registered, 'customer', 'registerCustomer'),
    customer: at(await run('me', {}, { 'X-Bc-Customer-Access-Token': customerToken }), 'customer'),
    stranger: at(await run('me', {}), 'customer'),
    resetErrors: at(reset, 'customer', 'resetPassword', 'errors'),
  };
}

const listed = z.object({ products: z.array(z.object({ slug: z.string() })) });
const detailed = z.object({ id: z.int(), variants: z.array(z.object({ id: z.int(), in_stock: z.boolean() })) });

/** Two purchasable variants, from the site's own pages. */
async function chooseTwo(read: JourneyGround['read']): Promise<Variables[]> {
  const { products } = listed.parse(await read('/products?in_stock=true&per_page=50'));
  const chosen: Variables[] = [];
  for (const { slug } of products) {
    const { id, variants } = detailed.parse(await read(`/products/${slug}`));
    const variant = variants.find((each) => each.in_stock);
    if (variant) chosen.push({ productEntityId: id, variantEntityId: variant.id });
    if (chosen.length === 2) return chosen;
  }
  throw new Error('there are no two products to buy');
}
