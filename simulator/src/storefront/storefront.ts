import type { FastifyRequest } from 'fastify';
import type { SimulatedStore } from '../catalog/store';
import type { Clock } from '../clock';
import type { Presentation } from '../http/present';
import { Carts } from './carts';
import { productView } from './catalog-views';
import { Checkouts } from './checkouts';
import { Customers } from './customers';
import type { Session } from './session';
import { Tokens, type TokenScope } from './tokens';

/** Carts, checkouts, customers, and tokens of the simulated store. */
export class Storefront {
  readonly carts: Carts;
  readonly checkouts: Checkouts;
  readonly customers: Customers;
  readonly tokens: Tokens;

  constructor(
    private readonly store: SimulatedStore,
    private readonly clock: Clock,
  ) {
    this.carts = new Carts(store, clock);
    this.checkouts = new Checkouts(this.carts, store, clock);
    this.customers = new Customers(clock);
    this.tokens = new Tokens(clock);
  }

  /**
   * The context of one request's resolvers. With an invalid customer token the caller stays anonymous, unless it
   * requested an error (upstream 5.2).
   */
  session(options: {
    channelId: number;
    scopes: readonly TokenScope[];
    request: FastifyRequest;
    presentation: Presentation;
  }): Session {
    const { headers } = options.request;
    const token = headers['x-bc-customer-access-token'];
    const customer = this.customers.withSession(typeof token === 'string' ? token : undefined);
    const wantsToKnow = headers['x-bc-error-on-invalid-customer-access-token'] === 'true';
    return {
      store: this.store,
      clock: this.clock,
      carts: this.carts,
      checkouts: this.checkouts,
      customers: this.customers,
      channelId: options.channelId,
      scopes: options.scopes,
      presentation: options.presentation,
      customer,
      productView,
      customerTokenInvalid: token !== undefined && customer === undefined && wantsToKnow,
    };
  }
}
