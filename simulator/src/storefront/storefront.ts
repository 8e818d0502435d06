import type { FastifyRequest } from 'fastify';
import type { SimulatedStore } from '../catalog/store';
import type { Clock } from '../clock';
import type { Presentation } from '../http/present';
import { Carts } from './carts';
import { productView } from './catalog-views';
import { Checkouts } from './checkouts';
import { Customers } from './customers';
import { keptLookUp, Kept, type Freshness } from './freshness';
import { ComplexityInFlight } from './in-flight';
import { marketOf, type ShopperRequest } from './shopper-market';
import type { Session } from './session';
import type { ListPrices, LookUp } from '../markets/pricing';
import { Tokens, type TokenScope } from './tokens';

/** Carts, checkouts, customers, and tokens of the simulated store. */
export class Storefront {
  readonly carts: Carts;
  readonly checkouts: Checkouts;
  readonly customers: Customers;
  readonly tokens: Tokens;
  /** By default nothing is cached; tests set upstream's durations, or shorter ones. */
  readonly freshness: Freshness = { replies: 0, prices: 0 };
  /** Responses to queries, as JSON. */
  readonly replies: Kept<string>;
  readonly inFlight = new ComplexityInFlight();
  private readonly lookUp: LookUp;

  constructor(
    private readonly store: SimulatedStore,
    private readonly clock: Clock,
  ) {
    this.customers = new Customers(clock);
    this.carts = new Carts(store, clock, this.customers);
    this.checkouts = new Checkouts(this.carts, store, clock);
    this.tokens = new Tokens(clock);
    this.replies = new Kept(clock, () => this.freshness.replies);
    const prices = new Kept<ListPrices>(clock, () => this.freshness.prices);
    this.lookUp = keptLookUp(store.markets.pricing.lookUp, prices);
  }

  /**
   * The context of one request's resolvers. With an invalid customer token the caller stays anonymous, unless it
   * requested an error (upstream 5.2).
   */
  session(options: {
    channelId: number;
    scopes: readonly TokenScope[];
    request: FastifyRequest;
    preferences: ShopperRequest['preferences'];
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
      market: marketOf(this.store, {
        channelId: options.channelId,
        customerGroupId: customer?.groupId,
        preferences: options.preferences,
        acceptLanguage: headers['accept-language'],
        lookUp: this.lookUp,
      }),
      scopes: options.scopes,
      presentation: options.presentation,
      customer,
      productView,
      customerTokenInvalid: token !== undefined && customer === undefined && wantsToKnow,
    };
  }
}
