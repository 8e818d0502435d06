import { createHash } from 'node:crypto';
import { type ChangedIds, changedIdsSchema } from '../catalog/changes';
import { type Database, offered, sumOfStoredAndOffered, toNumber, type Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';
import { textsThatFit } from '../database/text-encoding';
import { transact } from '../database/transact';
import { milliseconds } from '../lib/durations';
import { longestWait } from './back-off';
import { combineChanges, unknownChange } from './combine-changes';
import { readProgress } from './knex-outbox-progress';
import type { OutboxQueue } from './outbox-queue';

/** The outbox as rows of the site's database, timed by the database's clock. */
export function createKnexOutboxQueue({ database, clock }: { database: Database; clock: DatabaseClock }): OutboxQueue {
  /** How long each target that failed must still wait, in milliseconds; the others are left out. */
  async function waitsOf(names: readonly string[]): Promise<Map<string, number>> {
    const rows = await database(tables.outboxTargets)
      .whereIn('target', [...names])
      .where('due_at', '>', clock.now())
      // Ignores times later than any failure allows, which were written before the clock was set back.
      .where('due_at', '<=', clock.now(longestWait))
      .select('target', { after: database.raw('?? - ?', ['due_at', clock.now()]) });
    return new Map(rows.map((row) => [String(row.target), toNumber(row.after)]));
  }

  async function note(within: Transaction, row: Record<string, unknown> & { target: string }): Promise<void> {
    const columns = Object.keys(row).filter((column) => column !== 'target');
    const merge = Object.fromEntries(
      columns.map((column) => [
        column,
        column === 'dropped' && row[column] !== 0
          ? sumOfStoredAndOffered(within, tables.outboxTargets, column)
          : offered(within, column),
      ]),
    );
    await within(tables.outboxTargets).insert(row).onConflict('target').merge(merge);
  }

  async function dropOld(within: Transaction, name: string, before: ReturnType<DatabaseClock['now']>): Promise<number> {
    const dropped = await within(tables.outbox).where({ target: name }).where('made_at', '<', before).delete();
    if (dropped > 0) {
      const content = JSON.stringify(unknownChange);
      await within(tables.outbox).insert({ target: name, content, made_at: clock.now() });
    }
    return dropped;
  }

  return {
    async due(names) {
      const waiting: unknown[] = await database(tables.outbox)
        .whereIn('target', [...names])
        .distinct()
        .pluck('target');
      if (waiting.length === 0) return [];
      const waits = await waitsOf(names);
      return waiting.map(String).map((name) => ({ name, after: milliseconds(waits.get(name) ?? 0) }));
    },

    async read(name, limit) {
      if ((await waitsOf([name])).size > 0) return null;
      const rows = await database(tables.outbox)
        .where({ target: name })
        .orderBy('id')
        .limit(limit)
        .select('id', 'content', 'made_at');
      if (rows.length === 0) return null;
      const state = await database(tables.outboxTargets).where({ target: name }).first('attempts');
      const identity = rows.map(({ id, made_at }) => `${id} ${made_at}`).join();
      return {
        id: createHash('sha256').update(`${name} ${identity}`).digest('base64url').slice(0, 22),
        change: combineChanges(rows.map(({ content }) => changeIn(String(content)))),
        rows: rows.map(({ id }) => toNumber(id)),
        attempts: toNumber(state?.attempts),
      };
    },

    delivered: (name, rows) =>
      transact(database, async (transaction) => {
        await transaction(tables.outbox)
          .whereIn('id', [...rows])
          .delete();
        const row = { target: name, attempts: 0, due_at: 0, delivered_at: clock.now(), dropped: 0 };
        await note(transaction, { ...row, error: null, reason: null });
      }),

    failed: (name, { error, reason, retryIn, keptFor }) =>
      transact(database, async (transaction) => {
        const dropped = await dropOld(transaction, name, clock.now(milliseconds(-keptFor)));
        const before = await transaction(tables.outboxTargets).where({ target: name }).first('attempts');
        const fitting = await textsThatFit(transaction);
        await note(transaction, {
          target: name,
          attempts: toNumber(before?.attempts) + 1,
          due_at: clock.now(retryIn),
          failed_at: clock.now(),
          error: fitting(error),
          reason: reason === null ? null : fitting(JSON.stringify(reason)),
          ...(dropped > 0 && { dropped }),
        });
        return { dropped };
      }),

    async retry(name) {
      await database(tables.outboxTargets).where({ target: name }).update({ attempts: 0, due_at: 0 });
    },

    progress: (names) => readProgress({ database, clock, names }),

    async forgetOthers(names, unusedFor) {
      const before = clock.now(milliseconds(-unusedFor));
      await database(tables.outbox)
        .whereNotIn('target', [...names])
        .where('made_at', '<', before)
        .delete();
      await database(tables.outboxTargets)
        .whereNotIn('target', [...names])
        .whereNotExists(
          database(tables.outbox)
            .select('id')
            .where(`${tables.outbox}.target`, database.ref(`${tables.outboxTargets}.target`)),
        )
        .delete();
    },
  };
}

/** Content that another version of the plugin wrote may be unreadable. */
function changeIn(content: string): ChangedIds {
  const parsed = changedIdsSchema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : unknownChange;
}
