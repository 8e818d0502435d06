import type { SharedValue, SharedValues } from '../../../server/src/instances/shared-values';
import { settled } from '../time/clocks';

/** Shared values in memory, which respond after some turns of the event loop, as over a network. */
export interface MemoryValues {
  of(holder: string): SharedValues;
  flush(): void;
  /** Behaves as if leases had expired. */
  endLeases(): void;
  /** While set, nothing responds. */
  isHanging: boolean;
  isAway: boolean;
  kept: Map<string, SharedValue>;
  finds: number;
  keeps: number;
}

/** As read from a connection: its body is a part of what arrived together. */
function received(value: SharedValue | undefined): SharedValue | null {
  if (value === undefined) return null;
  const chunk = Buffer.concat([Buffer.alloc(100), value.body]);
  return { ...value, body: chunk.subarray(100) };
}

export function createMemoryValues(): MemoryValues {
  const leases = new Map<string, string>();
  const kept: MemoryValues['kept'] = new Map();
  const travel = async () => {
    if (all.isAway) throw new Error('Redis is away');
    if (all.isHanging) await new Promise(() => undefined);
    await settled();
  };
  const all: MemoryValues = {
    kept,
    finds: 0,
    keeps: 0,
    isHanging: false,
    isAway: false,
    flush() {
      kept.clear();
      leases.clear();
    },
    endLeases: () => leases.clear(),
    of(holder) {
      const release = (name: string) => void (leases.get(name) === holder && leases.delete(name));
      return {
        async find(name, { wanted }) {
          all.finds += 1;
          await travel();
          const value = received(kept.get(name));
          if (value?.version === wanted) return { value, lease: 'unneeded' };
          const owner = leases.get(name) ?? holder;
          leases.set(name, owner);
          await settled();
          return { value, lease: owner === holder ? 'mine' : 'other' };
        },
        async keep(name, value) {
          all.keeps += 1;
          await travel();
          release(name);
          kept.set(name, value);
        },
        async release(name) {
          await travel();
          release(name);
        },
      };
    },
  };
  return all;
}
