import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { Clock, EventLoop } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import { milliseconds, seconds } from '../../lib/durations';
import { createCoalescingQueue } from '../../lib/coalescing-queue';
import type { Logger } from '../../lib/logger';
import { withTimeLimit } from '../../lib/time-limit';
import type { CatalogListener, RecordChange } from './catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import { chunksOf } from '../../lib/chunks';

const uids = {
  product: 'plugin::commerce-bridge.product',
  category: 'plugin::commerce-bridge.category',
  brand: 'plugin::commerce-bridge.brand',
} as const satisfies Record<EntityKind, string>;
const eventNames = { created: 'entry.create', updated: 'entry.update', removed: 'entry.delete' } as const;

// How many records are read at a time, and how many deliveries may wait in Strapi's memory before no more are added.
const partSize = 25;
const mostWaiting = 100;
const lookEvery = milliseconds(100);
const patience = seconds(2);

const entrySchema = z.looseObject({ upstreamId: z.number() });
type Entry = z.infer<typeof entrySchema>;

/** Records waiting for their event, by kind and id; for each, only what last happened to it. */
type Waiting = Map<string, RecordChange>;

export interface EntryEventsOptions {
  strapi: Core.Strapi;
  /** Whether full runs emit events, too. */
  ofFullRuns: () => boolean;
  loop: EventLoop;
  clock: Clock;
  logger: Logger;
}

/**
 * Emits Strapi's own `entry.*` events for records that the sync wrote, which bypasses Strapi's document service. So a
 * site's webhooks and listeners receive them like any other change (behavior 7.2).
 *
 * Strapi keeps each webhook delivery in memory, including the record, until it is sent. So only ids are queued here,
 * each record once however often it changed, and no more are handed over while many deliveries are pending.
 */
export function createEntryEvents({ strapi, ofFullRuns, loop, clock, logger }: EntryEventsOptions): {
  listener: CatalogListener;
  stop(): Promise<void>;
} {
  let isStopped = false;
  const coalescingQueue = createCoalescingQueue<Waiting>({
    merge(waiting, added) {
      for (const [key, change] of added) waiting.set(key, following(waiting.get(key), change));
      return waiting;
    },
    async handOver(changes) {
      for (const some of chunksOf([...changes.values()], partSize)) {
        if (isStopped) return;
        await emitChanges(some);
      }
    },
    onError: (error) => logger.error('entry events failed', { error: describeError(error) }),
  });

  async function emitChanges(changes: readonly RecordChange[]): Promise<void> {
    const entries = new Map<string, Entry>();
    for (const entity of entityKinds) {
      const ids = changes.filter((change) => change.entity === entity && change.kind !== 'removed').map(({ id }) => id);
      for (const entry of await readEntries(entity, ids)) entries.set(`${entity} ${entry.upstreamId}`, entry);
    }
    for (const change of changes) {
      while (waitingDeliveries(strapi) > mostWaiting && !isStopped) await loop.rest(lookEvery);
      if (isStopped) return;
      const entry =
        change.kind === 'removed'
          ? { documentId: change.documentId, upstreamId: change.id }
          : entries.get(keyOf(change));
      // Removed in the meantime; the removal emits its own event.
      if (entry) await emit(change, entry);
      await loop.turn();
    }
  }

  async function readEntries(entity: EntityKind, ids: readonly number[]): Promise<Entry[]> {
    if (ids.length === 0) return [];
    const found: unknown = await strapi.db
      .query(uids[entity])
      .findMany({ where: { upstreamId: { $in: [...ids] } }, populate: populateOf(strapi, entity) });
    return z.array(entrySchema).parse(found);
  }

  async function emit({ entity, kind }: RecordChange, entry: Record<string, unknown>): Promise<void> {
    const schema = strapi.getModel(uids[entity]);
    try {
      const shown: unknown = await strapi.contentAPI.sanitize.output(entry, schema);
      await strapi.eventHub.emit(eventNames[kind], { model: schema.modelName, uid: schema.uid, entry: shown });
    } catch (error) {
      logger.error('an entry event listener failed', {
        event: eventNames[kind],
        uid: schema.uid,
        error: describeError(error),
      });
    }
  }

  return {
    listener({ records, scale }) {
      if (records.length === 0 || (scale === 'bulk' && !ofFullRuns())) return;
      coalescingQueue.add(new Map(records.map((change) => [keyOf(change), change])));
    },
    async stop() {
      isStopped = true;
      // A hanging listener does not delay shutdown.
      await withTimeLimit({ clock, limit: patience }, () => coalescingQueue.idle()).catch(() => undefined);
    },
  };
}

const entityKinds: readonly EntityKind[] = ['category', 'brand', 'product'];
const keyOf = ({ entity, id }: RecordChange): string => `${entity} ${id}`;

// The record's creation has not been announced yet: for subscribers, it is new.
function following(before: RecordChange | undefined, change: RecordChange): RecordChange {
  return before?.kind === 'created' && change.kind === 'updated' ? before : change;
}

/** Like the document service, except for the inverse side of our own relations: a category may have all products. */
function populateOf(strapi: Core.Strapi, entity: EntityKind): Record<string, true> {
  const attributes = Object.entries(strapi.getModel(uids[entity]).attributes);
  const populated = attributes.filter(([, attribute]) => {
    if (attribute.type === 'relation') return !('mappedBy' in attribute && attribute.mappedBy !== undefined);
    return attribute.type === 'media' || attribute.type === 'component' || attribute.type === 'dynamiczone';
  });
  return Object.fromEntries(populated.map(([name]) => [name, true]));
}

/** How many webhook deliveries wait in Strapi's queue; 0 if it does not expose that. */
function waitingDeliveries(strapi: Core.Strapi): number {
  const runner: unknown = strapi.get('webhookRunner');
  const queue = propertyOf(propertyOf(runner, 'queue'), 'queue');
  return Array.isArray(queue) ? queue.length : 0;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
