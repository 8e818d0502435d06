import type { z } from 'zod';
import type { StateList } from '../../../server/src/database/knex-state-store';
import type { Clock } from '../../../server/src/lib/clock';
import type { LeaseSeizure, LeaseStore } from '../../../server/src/lib/lease';

/** State values in memory, as text like in the database. */
export function memoryState(): StateList {
  const rows = new Map<string, string>();
  return {
    async read<Value>(name: string, schema: z.ZodType<Value>) {
      const row = rows.get(name);
      const parsed = row === undefined ? null : schema.safeParse(JSON.parse(row));
      return parsed?.success ? parsed.data : null;
    },
    async write(name, value) {
      rows.set(name, JSON.stringify(value));
    },
    async isAnySet(names) {
      return names.some((name) => (rows.get(name) ?? 'null') !== 'null');
    },
    async list<Value>(prefix: string, schema: z.ZodType<Value>) {
      const values: Value[] = [];
      for (const [name, text] of rows) {
        const parsed = name.startsWith(prefix) ? schema.safeParse(JSON.parse(text)) : null;
        if (parsed?.success) values.push(parsed.data);
      }
      return values;
    },
    async forget(prefix) {
      for (const name of [...rows.keys()]) if (name.startsWith(prefix)) rows.delete(name);
    },
  };
}

/** Leases in memory; share one between all instances of a test. */
export function memoryLeases(clock: Clock): LeaseStore & LeaseSeizure {
  const leases = new Map<string, { holder: string; end: number }>();
  const now = () => clock.now().getTime();
  const liveOf = (name: string) => {
    const lease = leases.get(name);
    return lease && lease.end > now() ? lease : null;
  };
  return {
    async acquire({ name, holder, duration }) {
      const live = liveOf(name);
      if (live && live.holder !== holder) return false;
      leases.set(name, { holder, end: now() + duration });
      return true;
    },
    async renew({ name, holder, duration }) {
      if (liveOf(name)?.holder !== holder) return false;
      leases.set(name, { holder, end: now() + duration });
      return true;
    },
    async seize({ name, holder, duration }) {
      leases.set(name, { holder, end: now() + duration });
    },
    async release({ name, holder }) {
      if (liveOf(name)?.holder === holder) leases.delete(name);
    },
  };
}
