import type { Clock } from '../lib/clock';
import { milliseconds, type Milliseconds, seconds } from '../lib/durations';
import { isDatabaseUnreachable } from '../database/conflicts';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';

/**
 * The outcomes of deliveries, counted: `accepted`, `duplicate`, `unhandled:<scope>`, `unusable:<scope>` (its data
 * identifies no entity), `rejected:<why>`, `failed:<message>`, and `doubtful:<why>` for deliveries with a valid
 * token whose signature by the second scheme was wrong, too old, or too new.
 */
export type TallyKind = 'accepted' | 'duplicate' | 'unhandled' | 'unusable' | 'rejected' | 'failed' | 'doubtful';

export interface Tally {
  /** The kind and, after a colon, its detail. */
  name: string;
  count: number;
  lastAt: Date;
  /** Details of the last delivery in words or, if doubtful, the fingerprint of the rules; null when there are none. */
  detail: string | null;
}

/** Counts since the last flush. */
export interface NewTally extends Omit<Tally, 'lastAt'> {
  /** How long ago the last one was: a sync that began before the flush may have made up for it. */
  age: Milliseconds;
}

type Counted = Omit<NewTally, 'age'> & { lastAt: Milliseconds; requestId: string | undefined };

/** What is kept of the last delivery of each kind. */
export interface LastDelivery {
  /** For the log line: deliveries of a kind share one, with the id of the last. */
  requestId: string;
  detail?: string | undefined;
}

/** Stores tallies. */
export interface TallyStore {
  /** Adds to the tallies of these names. */
  add(tallies: readonly NewTally[]): Promise<void>;
  /** Ordered by name. */
  read(): Promise<Tally[]>;
  /** Adds to the current minute's count of deliveries rejected for their time alone. */
  addLate(count: number): Promise<void>;
  /** The counts of each minute since a moment, in chronological order. */
  lateSince(moment: Date): Promise<LateDeliveries[]>;
}

/** Deliveries of one minute with a valid signature whose time was too far off. */
export interface LateDeliveries {
  /** The start of the minute. */
  minute: Date;
  count: number;
}

/** Counts deliveries without a write for each, so that thousands of forgeries cannot fill the disk or the log. */
export interface DeliveryTallies {
  count(kind: TallyKind, about?: string, last?: LastDelivery): void;
  /** Stores and logs what was counted since the last flush. */
  flush(): Promise<void>;
  /** Everything counted so far, on all instances up to their last flush. */
  read(): Promise<Tally[]>;
  /** Flushes periodically until the signal is aborted, and then once more. */
  keep(signal: AbortSignal): Promise<void>;
}

const flushEvery = seconds(2);
const refusedForTime = 'rejected:stale';
const longestName = 128;
const longestDetail = 500;
// A proven sender could make up any number of scopes.
const mostNames = 200;

const logged: Partial<Record<TallyKind, string>> = {
  rejected: 'webhook deliveries were rejected',
  doubtful:
    'webhook deliveries have a valid token, but a wrong or outdated signature; check the client secret and the clock',
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
  let counted = new Map<string, Counted>();
  /** Logged, but not stored, since the database was away. */
  let unstored: readonly Counted[] = [];
  let unstoredLate = 0;

  function nameOf(kind: TallyKind, about: string | undefined): string {
    const name = (about === undefined ? kind : `${kind}:${about}`).slice(0, longestName);
    if (!names.has(name) && names.size >= mostNames) return `${kind}:(others)`;
    names.add(name);
    return name;
  }

  function log({ name, count, detail, requestId }: Counted): void {
    const [kind = '', ...rest] = name.split(':');
    const about = rest.join(':');
    // The wording is promised (behavior 4.8): `Undefined index: scope`, `Failed to queue webhook event`.
    if (kind === 'failed') return logger.error(about, { deliveries: count, detail, requestId });
    const event = Object.entries(logged).find(([known]) => known === kind)?.[1];
    if (event === undefined) return;
    const level = kind === 'unhandled' ? 'debug' : 'warn';
    logger[level](event, { deliveries: count, about, requestId });
  }

  async function flush(): Promise<void> {
    const fresh = [...counted.values()];
    counted = new Map();
    for (const tally of fresh) log(tally);
    const tallies = combined([...unstored, ...fresh]);
    unstored = [];
    const stored = tallies.map(({ name, count, detail, lastAt }) => ({
      name,
      count,
      detail,
      age: milliseconds(clock.monotonic() - lastAt),
    }));
    if (tallies.length > 0)
      await attempt(() => store.add(stored), {
        isNews: fresh.length > 0,
        keep: () => {
          unstored = [...tallies, ...unstored];
        },
      });
    const late = unstoredLate + (fresh.find(({ name }) => name === refusedForTime)?.count ?? 0);
    unstoredLate = 0;
    if (late > 0)
      await attempt(() => store.addLate(late), {
        isNews: fresh.length > 0,
        keep: () => {
          unstoredLate += late;
        },
      });
  }

  async function attempt(
    write: () => Promise<void>,
    { isNews, keep }: { isNews: boolean; keep: () => void },
  ): Promise<void> {
    try {
      await write();
    } catch (error) {
      // These are statistics, not events: losing what the database refuses is better than stopping the receiver.
      if (isDatabaseUnreachable(error)) keep();
      if (isNews) logger.warn('the outcomes of deliveries could not be stored', { error: describeError(error) });
    }
  }

  return {
    flush,

    async read() {
      await flush();
      return store.read();
    },

    count(kind, about, last) {
      const name = nameOf(kind, about);
      const count = (counted.get(name)?.count ?? 0) + 1;
      const lastAt = clock.monotonic();
      const detail = last?.detail?.slice(0, longestDetail) ?? null;
      counted.set(name, { name, count, detail, lastAt, requestId: last?.requestId });
    },

    async keep(signal) {
      while (!signal.aborted) {
        // Aborting ends the wait; the loop then ends.
        await clock.wait(flushEvery, signal).catch(() => undefined);
        await flush();
      }
    },
  };
}

/** Adds up those of the same name; the last one of each says when, and its details. */
function combined(tallies: readonly Counted[]): Counted[] {
  const byName = new Map<string, Counted>();
  for (const tally of tallies) {
    const other = byName.get(tally.name);
    const last = other && other.lastAt > tally.lastAt ? other : tally;
    byName.set(tally.name, { ...last, count: tally.count + (other?.count ?? 0) });
  }
  return [...byName.values()];
}
