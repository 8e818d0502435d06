import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CommerceBridgeApiError,
  readCustomer,
  signIn,
  signOut,
  StoreRefusal,
} from 'strapi-plugin-commerce-bridge/client';
import { readForm } from '../forms';
import { accountPage } from '../pages/account-page';
import { layout } from '../pages/layout';
import { readFrame, type ShopContext } from '../shop-context';
import { cookiesOf, readVisitor, remember, type Visitor } from '../visitor';
import { htmlType } from './catalog-routes';

const signInSchema = z.object({ email: z.string(), password: z.string() });

/** Customers of the store, through the site's GraphQL proxy. */
export function accountRoutes(app: FastifyInstance, context: ShopContext): void {
  const { client } = context;

  app.get('/account', async (request, reply) => {
    const [frame, hasEnded] = await Promise.all([readFrame(context, request), hasSessionEnded(context, request)]);
    if (!hasEnded) return reply.type(htmlType).send(layout(frame, accountPage(frame)));
    remember(reply, nobody);
    const guest = { ...frame, visitor: { ...frame.visitor, ...nobody } };
    return reply.type(htmlType).send(layout(guest, accountPage(guest, 'You were signed out. Please sign in again.')));
  });

  app.post('/account', async (request, reply) => {
    const { cartId } = readVisitor(request);
    try {
      const customer = await signIn(client, { ...readForm(signInSchema, request.body), cartId });
      const { firstName, lastName, customerAccessToken: customerToken, cart } = customer;
      remember(reply, { customerToken, customerName: `${firstName} ${lastName}`.trim(), ...cookiesOf(cart) });
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
    remember(reply, nobody);
    if (customerToken !== null) await signOut(client, customerToken);
    return reply.redirect('/account', 303);
  });
}

// The cart belongs to the customer, so the guest does not keep it.
const nobody: Visitor = { customerToken: null, customerName: null, cartId: null, quantity: 0 };

/** Whether the store has ended the customer's session, as after signing in elsewhere; false if the store is down. */
async function hasSessionEnded({ client }: ShopContext, request: FastifyRequest): Promise<boolean> {
  const { customerToken } = readVisitor(request);
  if (customerToken === null) return false;
  try {
    return (await readCustomer(client, customerToken)) === null;
  } catch (error) {
    if (error instanceof CommerceBridgeApiError) return false;
    throw error;
  }
}
