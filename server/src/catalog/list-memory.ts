import type { EventLoop } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { CatalogChanges } from './catalog-changes';

// Other instances' changes show within a second (decisions 7); those of this one at once.
const lifetime = seconds(1);

/** Keeps what several requests for lists would find out again: counts, places of pages, what a search found. */
export interface ListMemory {
  /** Reserves room for so many values of one kind. */
  kindOf<Value>(most: number): MemoryKind<Value>;
  /** What is kept under this key, or what `compute` answers; asked at the same time, it is computed once. */
  remember<Value>(kind: MemoryKind<Value>, key: string, compute: () => Promise<Value>): Promise<Value>;
}

/** Values of one kind, so that their type is known. */
export interface MemoryKind<Value> {
  kept: Map<string, { at: number; value: Promise<Value> }>;
  /** The oldest go first. */
  most: number;
}

/** Everything is forgotten as soon as products or categories change. */
export function createListMemory({ loop, changes }: { loop: Pick<EventLoop, 'now'>; changes: Pick<CatalogChanges, 'subscribe'> }): ListMemory {
  const forgetting: (() => void)[] = [];
  changes.subscribe(() => {
    for (const forget of forgetting) forget();
  });

  return {
    kindOf<Value>(most: number) {
      const kept: MemoryKind<Value>['kept'] = new Map();
      forgetting.push(() => kept.clear());
      return { kept, most };
    },

    remember({ kept, most }, key, compute) {
      const held = kept.get(key);
      if (held && loop.now() - held.at < lifetime) return held.value;
      const value = compute();
      const entry = { at: loop.now(), value };
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
  };
}
