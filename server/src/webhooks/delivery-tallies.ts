import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';

/**
 * What became of deliveries, counted: `accepted`, `duplicate`, `unhandled:<scope>`, `unusable:<scope>` (its data names
 * nothing), `rejected:<why>`, `failed:<message>`, and `doubtful:<why>` for those whose second scheme was wrong, or too late
 * or early, beside a valid token.
 */
export type TallyKind = 'accepted' | 'duplicate' | 'unhandled' | 'unusable' | 'rejected' | 'failed' | 'doubtful';

export interface Tally {
  /** The kind, and after a colon what it was about. */
  name: string;
  count: number;
  lastAt: Date;
  /** Of the last one, in words; null when there is nothing more to say. */
  detail: string | null;
}

/** What was counted since the last time. */
export type NewTally = Omit<Tally, 'lastAt'>;

/** Where tallies are kept. */
export interface TallyStore {
  /** Adds to what is kept under these names, as of now. */
  add(tallies: readonly NewTally[]): Promise<void>;
  /** In order of their names. */
  read(): Promise<Tally[]>;
  /** Adds to those of the current minute that were refused for their time alone. */
  addLate(count: number): Promise<void>;
  /** How many were in each minute since a moment, in the order of time. */
  lateSince(moment: Date): Promise<LateDeliveries[]>;
}

/** Deliveries of one minute whose signature was right, and whose time was too far away. */
export interface LateDeliveries {
  /** Its start. */
  minute: Date;
  count: number;
}

/** Counts deliveries without a write for each: somebody who forges thousands must not fill the disk or the log. */
export interface DeliveryTallies {
  count(kind: TallyKind, about?: string, detail?: string): void;
  /** Writes down and logs what was counted since the last time. */
  flush(): Promise<void>;
  /** Everything counted so far, on all instances up to their last flush. */
  read(): Promise<Tally[]>;
  /** Flushes from time to time until the signal is aborted, and once more then. */
  keep(signal: AbortSignal): Promise<void>;
}

const flushEvery = seconds(2);
const refusedForTime = 'rejected:stale';
const longestName = 128;
const longestDetail = 500;
// A proven sender could make up scopes without end.
const mostNames = 200;

const logged: Partial<Record<TallyKind, string>> = {
  rejected: 'webhook deliveries were rejected',
  doubtful:
    'webhook deliveries carry a valid token, and a signature that is wrong or of another time; are client secret and clock right?',
  unusable: 'webhook deliveries whose data does not say what changed were acknowledged',
  unhandled: 'webhook deliveries of other scopes were acknowledged',
};

export function createDeliveryTallies({
  store,
  clock,
  logger,
}: {
  store: TallyStore;
  clock: Clock;
  logger: Logger;
}): DeliveryTallies {
  const names = new Set<string>();
  let counted = new Map<string, NewTally>();

  function nameOf(kind: TallyKind, about: string | undefined): string {
    const name = (about === undefined ? kind : `${kind}:${about}`).slice(0, longestName);
    if (!names.has(name) && names.size >= mostNames) return `${kind}:(others)`;
    names.add(name);
    return name;
  }

  function log({ name, count, detail }: NewTally): void {
    const [kind = '', ...rest] = name.split(':');
    const about = rest.join(':');
    // Promised word for word (behavior 4.8): `Undefined index: scope`, `Failed to queue webhook event`.
    if (kind === 'failed') return logger.error(about, { deliveries: count, detail });
    const event = Object.entries(logged).find(([known]) => known === kind)?.[1];
    if (event === undefined) return;
    const level = kind === 'unhandled' ? 'debug' : 'warn';
    logger[level](event, { deliveries: count, about });
  }

  async function flush(): Promise<void> {
    if (counted.size === 0) return;
    const tallies = [...counted.values()];
    counted = new Map();
    for (const tally of tallies) log(tally);
    try {
      await store.add(tallies);
      const late = tallies.find(({ name }) => name === refusedForTime);
      if (late) await store.addLate(late.count);
    } catch (error) {
      // They are counts for people, no events: better missing than a receiver that stops.
      logger.warn('what became of deliveries could not be written down', { error: describeError(error) });
    }
  }

  return {
    flush,

    async read() {
      await flush();
      return store.read();
    },

    count(kind, about, detail) {
      const name = nameOf(kind, about);
      const count = (counted.get(name)?.count ?? 0) + 1;
      counted.set(name, { name, count, detail: detail?.slice(0, longestDetail) ?? null });
    },

    async keep(signal) {
      while (!signal.aborted) {
        // Aborting ends the wait; the loop ends then.
        await clock.wait(flushEvery, signal).catch(() => undefined);
        await flush();
      }
    },
  };
}
