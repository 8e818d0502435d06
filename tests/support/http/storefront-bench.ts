import type { PlainSettings, SecretName } from '../../../contracts/admin/settings';
import { createKnownSecrets } from '../../../server/src/lib/known-secrets';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import type { StoredSetting } from '../../../server/src/settings/settings-store';
import type { ProxyCall } from '../../../server/src/storefront/graphql-proxy';
import type { Shopper } from '../../../server/src/storefront/store-request';
import { createSafelistCheck } from '../../../server/src/health/checks/safelist';
import { createStorefrontCheck } from '../../../server/src/health/checks/storefront';
import { createStorefront } from '../../../server/src/storefront/create-storefront';
import { createStorefrontTargets } from '../../../server/src/storefront/storefront-targets';
import type { GotTransportOptions } from '../../../server/src/upstream/http/got-upstream-client';
import { noMeters } from '../../../server/src/metrics/meters';
import { createUpstreamAccess } from '../../../server/src/upstream/upstream-access';
import { ManualClock } from '../time/clocks';
import { memorySettings } from '../instances/memory-settings';
import { memoryLeases, memoryState } from '../instances/memory-stores';
import { createQuietLogger } from '../quiet-logger';
import { json, type Reply, type SeenRequest, startScriptedServer } from './scripted-server';

export const accessToken = 'access-9Zq+/secret=1';
/** The tokens that the scripted store mints, in this order. */
export const storefrontToken = (number: number) => `eyJ0eXAi.storefront+/${number}.sig=`;

/** The response of the scripted store to a query. */
export const goodResponse = '{"data":{"site":{"settings":{"storeName":"Démo"}}}}';
export const text =
  (body: string, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

export interface BenchOptions {
  settings?: Partial<PlainSettings>;
  secrets?: Partial<Record<SecretName, string>>;
  transport?: GotTransportOptions;
}

/** A scripted store: it mints tokens, has channel 3 by default, and sends the configured GraphQL responses. */
export async function startStorefrontBench() {
  const server = await startScriptedServer();
  const replies = new Map<string, Reply[]>();
  let minted = 0;
  let numbers = 0;
  const usual: Record<string, Reply> = {
    'POST /graphql': text(goodResponse),
    'GET /v2/store': json({ default_channel_id: 3 }),
    'POST /v3/storefront/api-token-private': (response, request) =>
      json({ data: { token: storefrontToken((minted += 1)) }, meta: {} })(response, request),
  };
  const nameOf = ({ method, url }: SeenRequest) =>
    `${method} ${(url.split('?')[0] ?? '').replace('/stores/abc123', '')}`;
  server.script((response, request) => {
    const scripted = replies.get(nameOf(request)) ?? [];
    const reply = (scripted.length > 1 ? scripted.shift() : scripted[0]) ?? usual[nameOf(request)];
    if (reply) reply(response, request);
    else response.writeHead(404).end('{}');
  });

  const cleanUp: (() => Promise<void>)[] = [];
  const state = memoryState();
  const clock = new ManualClock();
  const leases = memoryLeases(clock);
  const connected = { storeHash: 'abc123', apiUrl: server.url, graphqlUrl: server.url };

  /** An instance of a site that is connected to the store; all instances share their stored data. */
  async function aSite({ settings: given = {}, secrets = { accessToken }, transport = {} }: BenchOptions = {}) {
    const logger = createQuietLogger();
    const stored = new Map<string, StoredSetting>();
    const settings = createSettingsService({
      store: memorySettings(stored),
      fixed: { plain: { ...connected, ...given }, secrets, purgeSecrets: new Map(), locked: {} },
      sealer: null,
      clock,
    });
    const knownSecrets = createKnownSecrets();
    knownSecrets.include(() => settings.secrets());
    /** The labels of all that was counted. */
    const counted: object[] = [];
    const upstream = createUpstreamAccess({
      clock,
      random: () => 0,
      logger,
      transport,
      redact: knownSecrets.redact,
      meters: { ...noMeters, count: (_, labels) => void counted.push(labels) },
    });
    const newId = () => `holder ${(numbers += 1)}`;
    const storefront = createStorefront({
      settings,
      upstream,
      state,
      sealer: createSealer('host key'),
      leases,
      knownSecrets,
      clock,
      logger,
      newId,
      random: () => 0,
      root: '/',
    });
    cleanUp.push(async () => {
      await storefront.stop();
      await upstream.close();
    });
    const ask = (
      body: unknown = { query: '{ site { settings { storeName } } }' },
      shopper: Partial<Shopper> = {},
      { signal = new AbortController().signal, market = null }: Partial<Pick<ProxyCall, 'signal' | 'market'>> = {},
    ) =>
      storefront.proxy.forward({
        body,
        shopper: { address: '203.0.113.7', acceptLanguage: null, customerAccessToken: null, ...shopper },
        signal,
        market,
      });
    const checked = { settings: () => settings.read(), ...storefront.state };
    const context = () => ({ now: clock.now(), previousAt: null, signal: new AbortController().signal });
    const check = async () => [
      ...(await createSafelistCheck(checked).run(context())),
      ...(await createStorefrontCheck(checked).run(context())),
    ];
    return { storefront, ask, check, settings, logger, upstream, counted };
  }

  /** The lookup of the store's channel, with its settings. @param storedChannel what the last sync found */
  async function lookUps(storedChannel: number | null = null) {
    const upstream = createUpstreamAccess({ clock, random: () => 0, logger: createQuietLogger() });
    cleanUp.push(() => upstream.close());
    const settingsWith = ({
      accessToken: token,
      channelId = null,
    }: {
      accessToken: string;
      channelId?: number | null;
    }) =>
      createSettingsService({
        store: memorySettings(),
        fixed: {
          plain: { ...connected, channelId },
          secrets: { accessToken: token },
          purgeSecrets: new Map(),
          locked: {},
        },
        sealer: null,
        clock,
      }).snapshot();
    const targets = createStorefrontTargets({
      upstream,
      clock,
      storedChannel: async (storeHash) => (storeHash === connected.storeHash ? storedChannel : null),
    });
    return { targets, settingsWith };
  }

  return {
    server,
    clock,
    state,
    aSite,
    lookUps,
    /** The responses of the store to requests of this kind, in order; the last one repeats. */
    script: (name: string, ...next: Reply[]) => replies.set(name, next),
    url: server.url,
    seen: (name: string) => server.seen.filter((request) => nameOf(request) === name),
    async close() {
      for (const step of cleanUp) await step();
      await server.close();
    },
  };
}

export type StorefrontBench = Awaited<ReturnType<typeof startStorefrontBench>>;
