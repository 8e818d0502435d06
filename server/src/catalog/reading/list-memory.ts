import type { EventLoop } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import type { ChangedIds } from '../changes/change-log';
import type { ListDependency } from '../changes/list-dependencies';

// What is heard of is forgotten at once; what nobody tells of (rows written by hand, a log that cannot be read) within a second.
const lifetime = seconds(1);

/** Keeps what several requests for lists would find out again: counts, places of pages, what a search found. */
export interface ListMemory {
  /** Reserves room for so many values of one kind. */
  kindOf<Value>(most: number): MemoryKind<Value>;
  /** What is kept under this key, or what `compute` answers; asked at the same time, it is computed once. */
  remember<Value>(kind: MemoryKind<Value>, about: Remembered, compute: () => Promise<Value>): Promise<Value>;
  /** Forgets exactly what a change can make wrong. */
  forget(change: ChangedIds): void;
}

export interface Remembered {
  /** Says all that the value follows from, but for the catalog. */
  key: string;
  /** What of the catalog's products it follows from. Categories and brands it always does. */
  dependencies: readonly ListDependency[];
}

/** Values of one kind, so that their type is known. */
export interface MemoryKind<Value> {
  kept: Map<string, { at: number; dependencies: readonly ListDependency[]; value: Promise<Value> }>;
  /** The oldest go first. */
  most: number;
}

type Forget = (isWrong: (dependencies: readonly ListDependency[]) => boolean) => void;

export function createListMemory({ loop }: { loop: Pick<EventLoop, 'now'> }): ListMemory {
  const forgetting: Forget[] = [];

  return {
    kindOf<Value>(most: number) {
      const kept: MemoryKind<Value>['kept'] = new Map();
      forgetting.push((isWrong) => {
        for (const [key, { dependencies }] of kept) if (isWrong(dependencies)) kept.delete(key);
      });
      return { kept, most };
    },

    remember({ kept, most }, { key, dependencies }, compute) {
      const held = kept.get(key);
      if (held && loop.now() - held.at < lifetime) return held.value;
      const value = compute();
      const entry = { at: loop.now(), dependencies: dependencies, value };
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      // A failure is nobody's answer but of those who waited for it.
      value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return value;
    },

    forget({ dependencies: changed, categories, brands, isEverything }) {
      const isAll = isEverything || categories.length + brands.length > 0;
      if (!isAll && changed.length === 0) return;
      for (const forget of forgetting)
        forget((dependencies) => isAll || dependencies.some((dependency) => changed.includes(dependency)));
    },
  };
}
