import fastify, { type FastifyInstance } from 'fastify';
import {
  DEFAULT_ACCESS_TOKEN,
  DEFAULT_CLIENT_ID,
  DEFAULT_CLIENT_SECRET,
  DEFAULT_SCOPES,
  DEFAULT_STORE_HASH,
  MARKET_SCOPES,
  type Account,
} from './account';
import { openCatalog } from './catalog/open-catalog';
import { SimulatedStore } from './catalog/store';
import { SystemClock } from './clock';
import { controlRoutes } from './control/routes';
import { FaultPlan } from './faults';
import { hookRoutes } from './hooks/routes';
import { Webhooks } from './hooks/webhooks';
import { assignmentRoutes } from './http/assignment-routes';
import { channelRoutes } from './http/channel-routes';
import type { ApiContext } from './http/context';
import { installFaults } from './http/fault-hooks';
import { guard } from './http/gate';
import { currencyRoutes } from './http/currency-routes';
import { groupRoutes, groupSettingsRoutes } from './http/group-routes';
import { metafieldRoutes } from './http/metafield-routes';
import { modifierRoutes } from './http/modifier-routes';
import { localeRoutes } from './http/locale-routes';
import { priceListRoutes } from './http/price-list-routes';
import { pricingRoutes } from './http/pricing-routes';
import { pictureRoutes } from './http/picture-routes';
import { productRoutes } from './http/product-routes';
import { installCompression, installErrors, installLog } from './http/server-hooks';
import { storeRoutes, summaryRoutes } from './http/store-routes';
import { taxonomyRoutes } from './http/taxonomy-routes';
import { variantRoutes } from './http/variant-routes';
import { addSampleMarkets, addSampleModifiers, WHOLESALE_CUSTOMER } from './markets/sample-markets';
import type { SimulatorOptions } from './options';
import { Quota } from './quota';
import type { Simulator } from './simulator';
import { checkoutPages } from './storefront/checkout-pages';
import { graphqlEndpoint } from './storefront/endpoint';
import { cartRoutes } from './storefront/rest-carts';
import { loadSchema } from './storefront/schema';
import { Storefront } from './storefront/storefront';
import { tokenRoutes } from './storefront/token-routes';
import { RequestLog } from './request-log';

export type { SimulatorOptions } from './options';
export type { Simulator } from './simulator';
export { ManualClock, SystemClock, type Clock } from './clock';

/** Starts a simulator; rejects if the catalog cannot be read or the port is in use. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = options.clock ?? new SystemClock();
  const account = accountFrom(options);
  const store = new SimulatedStore(await openCatalog(options), { clock, storeHash: account.storeHash });
  const quota = new Quota(clock, options.quota ?? 150, options.quotaWindowMilliseconds ?? 30_000);
  const faults = new FaultPlan(options.seed ?? 1);
  const requests = new RequestLog(options.logCapacity ?? 10_000);
  const defects: Error[] = [];
  const webhooks = new Webhooks({
    clock,
    account,
    store,
    seed: options.seed ?? 1,
    localDestinations: options.localDestinations ?? false,
    acknowledgementMilliseconds: options.acknowledgementMilliseconds ?? 9_000,
    refreshTimestamps: options.refreshTimestamps ?? true,
    logCapacity: options.logCapacity ?? 10_000,
  });
  const storefront = new Storefront(store, clock);
  if (options.markets === true) openMarkets(store, storefront);
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 32 * 1024 * 1024,
    routerOptions: { maxParamLength: 2_000 },
  });
  const context: ApiContext = {
    store,
    clock,
    storeHash: account.storeHash,
    longestList: options.longestList ?? 250,
    presentationFor: (request) => ({
      baseUrl: options.publicUrl ?? `${request.protocol}://${request.host}`,
      storeHash: account.storeHash,
      embeddedVariants: options.embeddedVariants ?? 250,
    }),
  };
  const simulator: Simulator = {
    url: '',
    account,
    store,
    faults,
    quota,
    requests,
    webhooks,
    storefront,
    clock,
    latency: options.latency ?? 0,
    defects,
    close: async () => {
      webhooks.close();
      await app.close();
    },
  };

  installErrors(app, defects);
  installLog(app, requests, clock);
  installFaults(app, faults);
  installCompression(app);
  const latency = (): number => simulator.latency;
  const gate = { account, quota, latency };
  const api =
    (routes: (app: FastifyInstance) => void) =>
    async (scope: FastifyInstance): Promise<void> => {
      installErrors(scope, defects);
      guard(scope, gate);
      routes(scope);
    };
  await app.register(
    api((scope) => {
      productRoutes(scope, context);
      assignmentRoutes(scope, context);
      variantRoutes(scope, context);
      modifierRoutes(scope, context);
      metafieldRoutes(scope, context, account.clientId);
      taxonomyRoutes(scope, context);
      summaryRoutes(scope, context);
      channelRoutes(scope, context);
      groupSettingsRoutes(scope, context);
      localeRoutes(scope, context);
      priceListRoutes(scope, context);
      pricingRoutes(scope, context, (id) => storefront.customers.find(id)?.groupId ?? null);
      hookRoutes(scope, { context, webhooks, account });
      tokenRoutes(scope, context, storefront.tokens);
      cartRoutes(scope, context, storefront);
    }),
    { prefix: '/stores/:storeHash/v3' },
  );
  await app.register(
    api((scope) => {
      storeRoutes(scope, context);
      currencyRoutes(scope, context);
      groupRoutes(scope, context);
    }),
    { prefix: '/stores/:storeHash/v2' },
  );
  pictureRoutes(app, context);
  checkoutPages(app, storefront);
  graphqlEndpoint(app, { context, storefront, schema: loadSchema(options.schemaFile), defects, latency });
  await app.register(
    async (scope) => {
      controlRoutes(scope, simulator);
    },
    { prefix: '/__simulator' },
  );

  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  return Object.assign(simulator, { url });
}

/** Adds the sample markets, and a customer who gets wholesale prices. */
function openMarkets(store: SimulatedStore, storefront: Storefront): void {
  const { groupId } = addSampleMarkets(store);
  storefront.customers.register({ ...WHOLESALE_CUSTOMER, groupId });
  addSampleModifiers(store);
}

function accountFrom(options: SimulatorOptions): Account {
  return {
    storeHash: options.storeHash ?? DEFAULT_STORE_HASH,
    accessToken: options.accessToken ?? DEFAULT_ACCESS_TOKEN,
    clientId: options.clientId ?? DEFAULT_CLIENT_ID,
    clientSecret: options.clientSecret ?? DEFAULT_CLIENT_SECRET,
    scopes: new Set(options.scopes ?? (options.markets === true ? MARKET_SCOPES : DEFAULT_SCOPES)),
  };
}
