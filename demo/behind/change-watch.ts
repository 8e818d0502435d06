import { setTimeout as pause } from 'node:timers/promises';
import type { CommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';
import { type Edit, type EditKind, makeEdit, watchedGroups } from './edits';
import type { SimulatedStore } from './simulated-store';

/** The progress of one change from the store to the shop. Times are milliseconds after the click; null: not yet. */
export interface ChangeTrace extends Pick<Edit, 'what' | 'from' | 'to'> {
  number: number;
  /** Changes with the same key overwrite each other. */
  key: string;
  /** Whether a later change of the same kind arrived first. */
  isOvertaken: boolean;
  received: number | null;
  fetched: number | null;
  visible: number | null;
}

/** Makes changes in the store and follows them. */
export interface ChangeWatch {
  /** The last changes, newest first. */
  traces(): readonly ChangeTrace[];
  /** Makes a change; the promise resolves when the change is made, not when it has arrived. */
  make(change: { id: number; slug: string; kind: EditKind }): Promise<void>;
  stop(): void;
}

const kept = 4;
const lookEvery = 20;

export function createChangeWatch(client: CommerceBridgeClient, store: SimulatedStore): ChangeWatch {
  const traces: ChangeTrace[] = [];
  const ended = new AbortController();
  let count = 0;

  async function follow(trace: ChangeTrace, way: { edit: Edit; slug: string; since: number }): Promise<void> {
    const { edit, slug, since } = way;
    while (trace.visible === null && !trace.isOvertaken && !ended.signal.aborted) {
      trace.received ??= after(since, await store.deliveredSince(since));
      trace.fetched ??= after(since, await store.fetchedSince(since));
      // Not before it was fetched: a change back to the old value would look as if it had already arrived.
      if (trace.fetched !== null && edit.hasArrived(await client.readProduct(slug, { include: watchedGroups })))
        trace.visible = Date.now() - since;
      await pause(lookEvery);
    }
    for (const older of traces)
      if (older.number < trace.number && older.key === trace.key && older.visible === null) older.isOvertaken = true;
  }

  return {
    traces: () => traces,
    async make({ id, slug, kind }) {
      const since = Date.now();
      const edit = await makeEdit(store, { id, kind });
      const { what, from, to } = edit;
      const trace: ChangeTrace = {
        ...{ number: (count += 1), key: `${id} ${kind}`, what, from, to },
        ...{ received: null, fetched: null, visible: null, isOvertaken: false },
      };
      traces.unshift(trace);
      traces.length = Math.min(traces.length, kept);
      // Errors while the store is being stopped are expected. After any other error, the page shows that the change
      // does not arrive.
      follow(trace, { edit, slug, since }).catch((error: unknown) => {
        if (!ended.signal.aborted) console.error(error);
      });
    },
    stop: () => ended.abort(),
  };
}

const after = (since: number, at: number | null): number | null =>
  at === null ? null : Math.max(0, Math.round(at - since));
