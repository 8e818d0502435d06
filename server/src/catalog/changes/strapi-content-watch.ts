import type { Core } from '@strapi/strapi';
import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import { createCoalescingQueue } from '../../lib/coalescing-queue';
import type { Logger } from '../../lib/logger';
import type { CatalogChanges } from './catalog-changes';
import type { ChangedIds } from './change-log';
import { watchTransfers } from './strapi-transfer-watch';

const kinds = {
  'plugin::commerce-bridge.product': 'products',
  'plugin::commerce-bridge.category': 'categories',
  'plugin::commerce-bridge.brand': 'brands',
} as const;

type Uid = keyof typeof kinds;
const longestCommit = seconds(5);

const models = Object.keys(kinds).filter((uid): uid is Uid => uid in kinds);

interface WatchedEvent {
  model: { uid: string };
  result?: unknown;
}

export interface ContentWatchOptions {
  changes: Pick<CatalogChanges, 'publish'>;
  clock: Clock;
  /** Called when an import or transfer has replaced content, and again once that is committed. */
  onReplaced: () => void;
  /** Aborted when the site stops. */
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Detects writes to cached records through Strapi that are not the sync's: attributes that a site added, and anything
 * that goes through `strapi.db`. If it cannot tell which records changed, all of them count as changed.
 */
export function watchStrapiContent(
  strapi: Core.Strapi,
  { changes, onReplaced, clock, signal, logger }: ContentWatchOptions,
): void {
  // The many writes of an import merge into one change while the previous one is being published.
  const coalescingQueue = createCoalescingQueue<Partial<ChangedIds>>({
    merge: (waiting, added) => ({
      products: [...(waiting.products ?? []), ...(added.products ?? [])],
      categories: [...(waiting.categories ?? []), ...(added.categories ?? [])],
      brands: [...(waiting.brands ?? []), ...(added.brands ?? [])],
      isEverything: waiting.isEverything === true || added.isEverything === true,
    }),
    handOver: (change) => changes.publish(change),
    onError: (error) =>
      logger.error('a content change could not be published to other instances', { error: describeError(error) }),
  });

  const onOne = ({ model, result }: WatchedEvent) =>
    afterCommit(strapi, () => coalescingQueue.add(changeOf(model.uid, result)));
  const onMany = () => afterCommit(strapi, () => coalescingQueue.add({ isEverything: true }));
  strapi.db.lifecycles.subscribe({
    models,
    afterCreate: onOne,
    afterUpdate: onOne,
    afterDelete: onOne,
    afterCreateMany: onMany,
    afterUpdateMany: onMany,
    afterDeleteMany: onMany,
  });
  strapi.db.lifecycles.subscribe({
    models: ['plugin::commerce-bridge.product'],
    beforeCreate: forgetPrepared,
    beforeUpdate: forgetPrepared,
    beforeCreateMany: forgetPrepared,
    beforeUpdateMany: forgetPrepared,
  });
  watchTransfers(strapi, models, async () => {
    coalescingQueue.add({ isEverything: true });
    // Before the wait, since the command `strapi import` stops the site as soon as it is done.
    onReplaced();
    // The transfer does not wait for its commit: until then, reads return the old content.
    await clock.wait(longestCommit, signal);
    coalescingQueue.add({ isEverything: true });
    onReplaced();
  });
}

/** Clears precomputed responses, which other code that writes through `strapi.db` doesn't update; they are rebuilt. */
function forgetPrepared({ params }: { params: { data?: unknown } }): void {
  const written: unknown[] = Array.isArray(params.data) ? params.data : [params.data];
  for (const data of written) {
    if (typeof data === 'object' && data !== null && !('preparedItem' in data))
      Object.assign(data, { preparedItem: null, preparedDetails: null });
  }
}

async function afterCommit(strapi: Core.Strapi, action: () => void): Promise<void> {
  if (strapi.db.inTransaction()) await strapi.db.transaction(({ onCommit }) => onCommit(action));
  else action();
}

function changeOf(uid: string, result: unknown): Partial<ChangedIds> {
  const kind = models.find((model) => model === uid);
  const id: unknown =
    typeof result === 'object' && result !== null && 'upstreamId' in result ? result.upstreamId : null;
  return kind === undefined || typeof id !== 'number' ? { isEverything: true } : { [kinds[kind]]: [id] };
}
