import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { transact } from '../database/transact';
import type { ChangeMessages } from '../instances/ioredis-change-messages';
import { milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { createGroupCommit } from '../lib/group-commit';
import type { SettingsService } from '../settings/settings-service';
import type { SiteMarkets } from '../markets/site-markets';
import type { CatchUp } from '../sync/schedule/catch-up';
import type { Sync } from '../sync/create-sync';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createDeliveryReceiver } from './delivery-receiver';
import { createDeliveryRules } from './delivery-rules';
import { createDeliveryTallies, type DeliveryTallies } from './delivery-tallies';
import { createEventEffects } from './event-effects';
import type { EventWriter, NewEvent } from './event-queue';
import { createEventWorker } from './event-worker';
import { createHeaderTokenStore, type HeaderTokenStore } from './header-token-store';
import { createKnexEventAdmin } from './knex-event-admin';
import { createKnexEventDelays } from './knex-event-delays';
import { createKnexEventWork } from './knex-event-work';
import { createKnexEventWriter } from './knex-event-writer';
import type { MarketDelivery, MarketEvents } from './knex-market-events';
import { createKnexTallyStore } from './knex-tally-store';
import { createWebhookRegistration } from './registration';
import { type MarketEffectsOptions, withExtras, withFurtherMarkets } from './later-effects';
import { createMarketRegistration } from './market-registration';
import type { MetafieldChange } from './market-scopes';
import { createRegistrationMemory, type RegistrationMemory, reportedSince } from './registration-memory';
import { createStandardProof } from './standard-proof';
import { createWebhookSecrets } from './webhook-secrets';

export interface WebhookParts extends Foundation {
  catalog: Pick<Catalog, 'store' | 'removals' | 'storeFacts' | 'cachedShop'>;
  settings: SettingsService;
  upstream: UpstreamAccess;
  /** Null without Redis. */
  messages: Pick<ChangeMessages, 'events' | 'areArriving'> | null;
  siteMarkets: SiteMarkets;
  /** Rereads what events concern in the further markets. */
  marketFreshness: MarketEffectsOptions['marketFreshness'] & Pick<Sync['marketFreshness'], 'note' | 'wake'>;
  marketEvents: MarketEvents;
  /** Rereads the modifiers of products. */
  modifierFreshness: MarketEffectsOptions['marketFreshness'];
  /** Rereads the metafields of products. */
  metafieldFreshness: MarketEffectsOptions['marketFreshness'] & { wake(): void };
  /** Makes up for deliveries that were lost before a hook was repaired. */
  catchUp: Pick<CatchUp, 'expect' | 'request' | 'resume'>;
  /** The host's own address and the path of the public API below it. */
  siteUrl: string;
  basePath: string;
}

// One commit of this many still takes only milliseconds; SQLite accepts 500 rows in one statement.
const largestBatch = 200;
// About ten seconds of a flood: upstream waits no longer for a response (upstream 4.5).
const mostWaiting = 10_000;
const gatherFor = milliseconds(5);

/** Joins what receives, queues and processes webhook events, and what registers for them. */
export function createWebhooks({ catalog, ...given }: WebhookParts) {
  const parts = { ...catalog, ...given };
  const { state, settings, clock, logger, messages } = parts;
  const tables = { database: parts.database, clock: parts.databaseClock };
  const tallyStore = createKnexTallyStore(tables);
  const tallies = createDeliveryTallies({ store: tallyStore, clock, logger });
  const tokens = createHeaderTokenStore(parts);
  const writer = createKnexEventWriter(tables);
  const worker = createEventWorker({
    ...parts,
    queue: createKnexEventWork({ ...tables, meters: parts.meters }),
    isBarred: parts.upstream.isBarred,
    notifyOthers: () => messages?.events.send(),
    isNotified: () => messages?.areArriving() ?? true,
    effects: withExtras(withFurtherMarkets(createEventEffects(parts), parts), parts),
    settings: async () => (await settings.read()).plain,
    recentSettings: async () => (await settings.recent()).plain,
  });
  messages?.events.onMessage(worker.look);
  const deliveries = createReceiving(parts, { tokens, tallies, writer, onQueued: () => worker.wake() });

  const memory = createRegistrationMemory(state);
  const { registration, marketRegistration } = createRegistering(parts, { memory, tokens });
  const lifetime = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  return {
    deliveries,
    queue: createKnexEventAdmin(tables),
    delays: createKnexEventDelays(tables),
    tallies,
    tallyStore,
    secrets: createWebhookSecrets({ settings, clock }),
    registration,
    reportedSince: async (storeHash: string) => reportedSince(await memory.read(storeHash)),
    wake: () => worker.wake(),
    start: () => {
      void worker.run();
      // Makes the digests known for redaction: upstream may echo a token before the first delivery arrives.
      tokens
        .accepted()
        .catch((error: unknown) => logger.warn('header tokens cannot be read', { error: describeError(error) }));
      keeping = tallies.keep(lifetime.signal);
      // Not waited for: a registration may take a minute, and can be repeated.
      void marketRegistration.keep(lifetime.signal);
    },
    /** Releases the events under way; deliveries are still received. */
    stopProcessing: () => worker.stop(),
    stop: async () => {
      lifetime.abort();
      await worker.stop();
      await keeping;
    },
  };
}

/** Joins what receives deliveries. */
function createReceiving(
  {
    database,
    settings,
    state,
    clock,
    siteMarkets,
    marketFreshness,
    marketEvents,
    metafieldFreshness,
  }: Omit<WebhookParts, 'catalog'>,
  given: {
    tokens: HeaderTokenStore;
    tallies: DeliveryTallies;
    writer: EventWriter;
    onQueued: () => void;
  },
) {
  const { tokens, tallies, writer, onQueued } = given;
  const grouped = { largestBatch, mostWaiting, gather: () => clock.wait(gatherFor) };
  const marketChanges = createGroupCommit({
    ...grouped,
    commit: async (all: readonly MarketDelivery[]) => {
      await transact(database, async (transaction) => {
        await marketEvents.note(transaction, all);
        const changesOf = (delivery: MarketDelivery) =>
          delivery.changes.map((change) => ({ change, eventKey: marketEvents.keyOf(delivery) }));
        await marketFreshness.note(transaction, all.flatMap(changesOf));
      });
      marketFreshness.wake();
      return all.map(() => 'noted' as const);
    },
  });
  const metafields = createGroupCommit({
    ...grouped,
    commit: async (all: readonly MetafieldChange[]) => {
      const wanted = new Set((await settings.read()).plain.metafieldNamespaces);
      const concerned = all.filter(({ namespace }) => namespace === null || wanted.has(namespace));
      await metafieldFreshness.mark(concerned.map(({ productId }) => productId));
      return all.map(() => 'noted' as const);
    },
  });
  return createDeliveryReceiver({
    rules: createDeliveryRules({ settings, tokens, proof: createStandardProof(state), clock }),
    queue: createGroupCommit({ ...grouped, commit: (events: readonly NewEvent[]) => writer.add(events) }),
    noteMarketChanges: async (delivery) => {
      if (siteMarkets.further().length > 0) await marketChanges.add(delivery);
    },
    noteMetafield: async (change) => void (await metafields.add(change)),
    tallies,
    clock,
    onQueued,
  });
}

/** Joins what registers webhooks, on request and automatically. */
function createRegistering(
  parts: Omit<WebhookParts, 'catalog'> & Pick<WebhookParts['catalog'], 'storeFacts'>,
  { memory, tokens }: { memory: RegistrationMemory; tokens: HeaderTokenStore },
) {
  const registration = createWebhookRegistration({ ...parts, memory, tokens });
  const isRegistered = async () => (await memory.read((await parts.settings.read()).plain.storeHash ?? '')).size > 0;
  const marketRegistration = createMarketRegistration({ ...parts, registration, isRegistered });
  return { registration: { ...registration, register: marketRegistration.register }, marketRegistration };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
