import { milliseconds } from '../lib/durations';
import type { LeaseSeizure, LeaseStore, LeaseView } from '../lib/lease';
import { type Database, toNumber } from './database';
import type { DatabaseClock } from './database-clock';
import { tables } from './tables';

/** Leases as rows in the site's database, by its clock. */
export function createKnexLeaseStore({
  database,
  clock,
  instance = null,
}: {
  database: Database;
  clock: DatabaseClock;
  /** This instance's id, shown to administrators next to its leases. */
  instance?: string | null;
}): LeaseStore & LeaseSeizure & LeaseView {
  return {
    async stateOf({ name, duration }) {
      const row = await database(tables.leases).where({ name }).first('expires_at', { now: clock.now() });
      if (row === undefined || toNumber(row.expires_at) === 0) return { kind: 'free' };
      const endsIn = milliseconds(toNumber(row.expires_at) - toNumber(row.now));
      return endsIn > 0 && endsIn <= duration ? { kind: 'held', endsIn } : { kind: 'abandoned' };
    },

    async renew({ name, holder, duration }) {
      // An expired lease can be renewed, too: no other process took it, so nothing happened without the holder.
      const updated = await database(tables.leases)
        .where({ name, holder })
        .where('expires_at', '>', 0)
        .update({ expires_at: clock.now(duration) });
      return updated > 0;
    },

    async acquire({ name, holder, duration }) {
      // The row is inserted once and then only updated: an update is atomic on all databases, even with concurrent
      // attempts.
      await database(tables.leases).insert({ name, holder, expires_at: 0 }).onConflict('name').ignore();
      const updated = await database(tables.leases)
        .where({ name })
        .where((lease) => {
          void lease.where('expires_at', '<=', clock.now()).orWhere({ holder });
        })
        .update({ holder, instance_id: instance, expires_at: clock.now(duration) });
      if (updated > 0) return true;
      // Written before the clock was set back, so shorten it: a live holder renews it, a dead holder's expires now.
      await database(tables.leases)
        .where({ name })
        .where('expires_at', '>', clock.now(duration))
        .update({ expires_at: clock.now(duration) });
      return false;
    },

    async seize({ name, holder, duration }) {
      const lease = { holder, instance_id: instance, expires_at: clock.now(duration) };
      await database(tables.leases)
        .insert({ name, ...lease })
        .onConflict('name')
        .merge(lease);
    },

    async release({ name, holder }) {
      await database(tables.leases).where({ name, holder }).update({ expires_at: 0 });
    },
  };
}
