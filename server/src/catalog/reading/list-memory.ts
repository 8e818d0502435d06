import type { EventLoop } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import type { ChangedIds } from '../changes/change-log';
import type { ListDependency } from '../changes/list-dependencies';

// Reported changes take effect at once; unreported ones (rows written by hand, an unreadable log) within a second of the
// start of a computation, whose inputs may themselves be remembered values.
const lifetime = seconds(1);
// A computation that takes longer is presumably stuck, and is started again.
const longestComputation = seconds(30);

/** Keeps values that several list requests would otherwise recompute: counts, names, search matches. */
export interface ListMemory {
  /** Reserves room for this many values of one kind. */
  kindOf<Value>(most: number): MemoryKind<Value>;
  /** The value stored under this key, or the result of `compute`; concurrent calls compute it once, even if that takes longer than it is kept. */
  remember<Value>(kind: MemoryKind<Value>, about: Remembered, compute: () => Promise<Value>): Promise<Value>;
  /** Drops exactly the values that a change can invalidate. */
  forget(change: ChangedIds): void;
}

export interface Remembered {
  /** Identifies everything the value depends on, except the catalog. */
  key: string;
  /** Which list dependencies it has. It always depends on categories and brands. */
  dependencies: readonly ListDependency[];
  /** Whether it also depends on the data of further markets. */
  isOfMarket?: true;
}

/** Values of one kind, so that their type is known. */
export interface MemoryKind<Value> {
  kept: Map<string, { at: number; isComputed: boolean; about: Remembered; value: Promise<Value> }>;
  /** The oldest are evicted first. */
  most: number;
}

type Forget = (isWrong: (about: Remembered) => boolean) => void;

export function createListMemory({ loop }: { loop: Pick<EventLoop, 'now'> }): ListMemory {
  const forgetting: Forget[] = [];

  return {
    kindOf<Value>(most: number) {
      const kept: MemoryKind<Value>['kept'] = new Map();
      forgetting.push((isWrong) => {
        for (const [key, { about }] of kept) if (isWrong(about)) kept.delete(key);
      });
      return { kept, most };
    },

    remember({ kept, most }, about, compute) {
      const { key } = about;
      const held = kept.get(key);
      if (held && loop.now() - held.at < (held.isComputed ? lifetime : longestComputation)) return held.value;
      const value = compute();
      const entry = { at: loop.now(), isComputed: false, about, value };
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      // A failure is not stored: only the callers that waited for it get it.
      value.then(
        () => {
          entry.isComputed = true;
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return value;
    },

    forget({ dependencies: changed, categories, brands, marketParts = [], isEverything }) {
      const isAll = isEverything || categories.length + brands.length > 0;
      const isAnyMarket = marketParts.length > 0;
      if (!isAll && !isAnyMarket && changed.length === 0) return;
      for (const forget of forgetting)
        forget(
          ({ dependencies, isOfMarket }) =>
            isAll ||
            (isAnyMarket && isOfMarket === true) ||
            dependencies.some((dependency) => changed.includes(dependency)),
        );
    },
  };
}
