import type { Clock } from '../lib/clock';
import type { LeaseRequest, LeaseSeizure, LeaseStore } from '../lib/lease';
import type { Database } from './database';
import { tables } from './tables';

/**
 * Leases as rows of the site's database. Time is each instance's own clock, so instances' clocks must agree to
 * within a good part of a lease's duration.
 */
export function createKnexLeaseStore({ database, clock }: { database: Database; clock: Clock }): LeaseStore & LeaseSeizure {
  const nowMs = () => clock.now().getTime();

  async function renew({ name, holder, duration }: LeaseRequest): Promise<boolean> {
    const now = nowMs();
    const updated = await database(tables.leases)
      .where({ name, holder })
      .where('expires_at', '>', now)
      .update({ expires_at: now + duration });
    return updated > 0;
  }

  return {
    renew,

    async acquire({ name, holder, duration }) {
      const now = nowMs();
      // The row is made once and then only updated: an update is atomic on all databases, whoever else tries.
      await database(tables.leases).insert({ name, holder, expires_at: 0 }).onConflict('name').ignore();
      const updated = await database(tables.leases)
        .where({ name })
        .where((lease) => {
          void lease.where('expires_at', '<=', now).orWhere({ holder });
        })
        .update({ holder, expires_at: now + duration });
      return updated > 0;
    },

    async seize({ name, holder, duration }) {
      const lease = { holder, expires_at: nowMs() + duration };
      await database(tables.leases).insert({ name, ...lease }).onConflict('name').merge(lease);
    },

    async release({ name, holder }) {
      await database(tables.leases).where({ name, holder }).update({ expires_at: 0 });
    },
  };
}
