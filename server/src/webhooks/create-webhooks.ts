import type { CachedNames } from '../catalog/admin/cached-names';
import type { CachedShop } from '../catalog/shop/cached-shop';
import type { CatalogStore } from '../catalog/writing/catalog-store';
import type { Removals } from '../catalog/removal/removals';
import type { StoreFactsKeeper } from '../catalog/shop/store-facts';
import type { Database } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { createKnexEventAdmin } from './knex-event-admin';
import { createKnexEventWork } from './knex-event-work';
import { createKnexEventWriter } from './knex-event-writer';
import type { StateStore } from '../database/knex-state-store';
import { createKnexTallyStore } from './knex-tally-store';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { createGroupCommit } from '../lib/group-commit';
import type { KnownSecrets } from '../lib/known-secrets';
import type { Logger } from '../lib/logger';
import type { SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createDeliveryReceiver } from './delivery-receiver';
import { createDeliveryRules } from './delivery-rules';
import { createDeliveryTallies } from './delivery-tallies';
import { createEventDesk } from './event-desk';
import { createEventEffects } from './event-effects';
import { createEventWorker } from './event-worker';
import { createHeaderTokenStore } from './header-token-store';
import { createStandardProof } from './standard-proof';
import { createWebhookSecrets } from './webhook-secrets';

export interface WebhookParts {
  database: Database;
  databaseClock: DatabaseClock;
  state: StateStore;
  settings: SettingsService;
  upstream: UpstreamAccess;
  store: CatalogStore;
  removals: Removals;
  storeFacts: StoreFactsKeeper;
  cachedShop: CachedShop;
  names: CachedNames;
  clock: Clock;
  logger: Logger;
  knownSecrets: KnownSecrets;
  newId: () => string;
}

// One commit of this many is still a matter of milliseconds; SQLite takes 500 rows in one statement.
const largestBatch = 200;
// Some ten seconds of a flood: upstream does not wait longer for an answer (upstream 4.5).
const mostWaiting = 10_000;
const gatherFor = milliseconds(5);

/** Wires what receives, queues and processes webhook events. */
export function createWebhooks(parts: WebhookParts) {
  const { database, state, settings, clock, logger } = parts;
  const tables = { database, clock: parts.databaseClock };
  const tallies = createDeliveryTallies({ store: createKnexTallyStore(tables), clock, logger });
  const writer = createKnexEventWriter(tables);
  const worker = createEventWorker({
    ...parts,
    queue: createKnexEventWork(tables),
    effects: createEventEffects(parts),
    settings: async () => (await settings.read()).plain,
  });
  const tokens = createHeaderTokenStore({ state, clock, knownSecrets: parts.knownSecrets });
  const deliveries = createDeliveryReceiver({
    rules: createDeliveryRules({ settings, tokens, proof: createStandardProof(state), clock }),
    queue: createGroupCommit({
      commit: (events) => writer.add(events),
      largestBatch,
      mostWaiting,
      gather: () => clock.wait(gatherFor),
    }),
    tallies,
    clock,
    onQueued: () => worker.wake(),
  });

  const lifetime = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  return {
    deliveries,
    events: createEventDesk({
      events: createKnexEventAdmin(tables),
      names: parts.names,
      tallies,
      onRetried: () => worker.wake(),
    }),
    secrets: createWebhookSecrets({ settings, clock }),
    start: () => {
      void worker.run();
      // Known from here on, whatever upstream echoes before the first delivery comes.
      tokens
        .accepted()
        .catch((error: unknown) => logger.warn('header tokens cannot be read', { error: describeError(error) }));
      keeping = tallies.keep(lifetime.signal);
    },
    stop: async () => {
      lifetime.abort();
      await worker.stop();
      await keeping;
    },
  };
}
