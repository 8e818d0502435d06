import { z } from 'zod';
import type { RunRecord } from './run-record';
import type { HeldRun, RunProgress, RunRetention, RunStore } from './run-store';
import { type Database, toBoolean, toNumber, type Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { rememberFailed } from './knex-failed-products';
import { restartLost } from './knex-run-restart';
import { columnsOf, newestRunFirst, runOf } from './knex-run-rows';
import { createKnexStateStore } from '../../database/knex-state-store';
import { tables } from '../../database/tables';
import { textsThatFit } from '../../database/text-encoding';
import { transact } from '../../database/transact';

const prunedAtOnce = 50;
// The read version at which the catalog was last cleared.
const clearedState = 'sync.clearedAt';
// The read version at which an import or a transfer last replaced the cached records.
const replacedState = 'sync.replacedAt';

/** The row of a run, as long as it is under way and has not been taken over. */
const heldBy = (source: Database | Transaction, { id, epoch }: HeldRun) =>
  source(tables.runs).where({ id, epoch, status: 'running' });

/** The read version at which the catalog was last cleared: what earlier runs imported is gone. */
export async function readClearedAt(database: Database): Promise<number> {
  return (await createKnexStateStore(database).read(clearedState, z.int())) ?? 0;
}

/** Runs that skipped nothing except failed items, newest first; the reasons of a run are JSON. */
export const completeRuns = (database: Database) =>
  database(tables.runs)
    .where({ is_dry: false })
    .where(
      (which) =>
        void which
          .where({ status: 'succeeded' })
          .orWhere(
            (partial) =>
              void partial
                .where({ status: 'partial' })
                .where('reasons', 'like', '[{"code":"items_failed"%')
                .whereNot('reasons', 'like', '%"listed_fewer"%'),
          ),
    )
    .orderBy(newestRunFirst);

/** Runs that are under way, as rows of our own tables. */
export function createKnexRunStore(database: Database): RunStore & RunProgress & RunRetention {
  const state = createKnexStateStore(database);

  async function findMark(storeHash: string): Promise<RunRecord | null> {
    const cleared = await readClearedAt(database);
    const row: unknown = await completeRuns(database)
      .where({ store_hash: storeHash })
      .where('first_observation', '>', cleared)
      .first();
    return row ? runOf(row) : null;
  }

  return {
    async create(run) {
      await database(tables.runs).insert({ id: run.id, cancel_requested: false, ...columnsOf(run) });
    },

    async findRunning() {
      const row: unknown = await database(tables.runs).where({ status: 'running' }).orderBy(newestRunFirst).first();
      return row ? runOf(row) : null;
    },

    async takeOver(runId) {
      return transact(database, async (transaction) => {
        const held = await transaction(tables.runs)
          .where({ id: runId, status: 'running' })
          .increment({ epoch: 1, deaths: 1 });
        const row: unknown = held > 0 ? await transaction(tables.runs).where({ id: runId }).first() : undefined;
        return row === undefined ? null : runOf(row);
      });
    },

    async release(run, { clearsItem } = { clearsItem: false }) {
      const held = heldBy(database, run).decrement('deaths', 1);
      await (clearsItem ? held.update({ item_in_progress: null }) : held);
    },

    async finish(run) {
      return transact(database, async (transaction) => {
        const fit = await textsThatFit(transaction);
        const columns = columnsOf(run);
        const ending = {
          ...columns,
          error: columns.error === null ? null : fit(columns.error),
          reasons: fit(columns.reasons),
        };
        const ended = await heldBy(transaction, run).update(ending);
        // A holder that took the run over still needs them.
        if (ended > 0) await transaction(tables.runSeen).where({ run_id: run.id }).delete();
        return ended > 0;
      });
    },

    async requestCancel(runId) {
      await transact(database, (transaction) =>
        transaction(tables.runs).where({ id: runId, status: 'running' }).update({ cancel_requested: true }),
      );
    },

    async isCancelRequested(runId) {
      const row = await database(tables.runs).where({ id: runId }).first('cancel_requested');
      return toBoolean(row?.cancel_requested);
    },

    async findLast({ storeHash, statuses, mode }) {
      const query = database(tables.runs)
        .where({ is_dry: false, store_hash: storeHash })
        .whereIn('status', [...statuses]);
      if (mode !== undefined) query.where({ mode });
      const row: unknown = await query.orderBy(newestRunFirst).first();
      return row ? runOf(row) : null;
    },

    findMark,

    forgetMarks: (before) => state.write(clearedState, before),

    async findBase(storeHash) {
      const [mark, replaced] = await Promise.all([findMark(storeHash), state.read(replacedState, z.int())]);
      return mark && mark.firstReadVersion > (replaced ?? 0) ? mark : null;
    },

    forgetBases: (before) => state.write(replacedState, before),

    async forgetComplete() {
      const last = toNumber((await completeRuns(database).first('first_observation'))?.first_observation);
      if (last > (await readClearedAt(database))) await state.write(clearedState, last);
    },

    restartLost: (isEmpty) => restartLost(database, isEmpty),

    isLasting: async ({ firstReadVersion }) => firstReadVersion > (await readClearedAt(database)),

    async prune(before) {
      const written = () => database(tables.runs).where({ is_dry: false }).orderBy(newestRunFirst);
      const success = await written().where({ status: 'succeeded' }).first('id');
      const mark = await completeRuns(database).first('id');
      const complete = await completeRuns(database).whereIn('mode', ['full', 'sweep']).first('id');
      const full = await written().where({ mode: 'full' }).whereIn('status', ['succeeded', 'partial']).first('id');
      const old: string[] = await database(tables.runs)
        .where('started_at', '<', before.getTime())
        .whereNot({ status: 'running' })
        .whereNotIn(
          'id',
          [success, mark, complete, full].flatMap((run) => run?.id ?? []),
        )
        .limit(prunedAtOnce)
        .pluck('id');
      if (old.length === 0) return;
      await transact(database, async (transaction) => {
        for (const table of [tables.runFailures, tables.runChanges, tables.runLog])
          await transaction(table).whereIn('run_id', old).delete();
        await transaction(tables.runs).whereIn('id', old).delete();
      });
    },

    async checkpoint(transaction, { run, seen, failures, leftOutAt = null }) {
      const seenRows = (seen?.ids ?? []).map((id) => ({
        run_id: run.id,
        entity: seen?.entity ?? null,
        upstream_id: id,
      }));
      await insertRows(transaction, tables.runSeen, {
        rows: seenRows,
        conflict: { columns: ['run_id', 'entity', 'upstream_id'] },
      });
      const fit = await textsThatFit(transaction);
      const failureRows = failures.map(({ entity, id, name, reason }) => ({
        run_id: run.id,
        entity,
        upstream_id: id,
        name: name === null ? null : fit(name),
        reason: fit(reason),
      }));
      await insertRows(transaction, tables.runFailures, { rows: failureRows });
      if (!run.isDry) await rememberFailed(transaction, { runId: run.id, failures, leftOutAt });
      const updated = await heldBy(transaction, run).update(columnsOf(run));
      return updated > 0;
    },

    async holdRunning(transaction, run) {
      const row: unknown = await heldBy(transaction, run).forUpdate().first('id');
      return row !== undefined;
    },

    async noteItem(run, item) {
      return (await heldBy(database, run).update({ item_in_progress: JSON.stringify(item) })) > 0;
    },

    async seenAmong(runId, { entity, ids }) {
      if (ids.length === 0) return new Set();
      const seen = await database(tables.runSeen)
        .where({ run_id: runId, entity })
        .whereIn('upstream_id', [...ids])
        .pluck('upstream_id');
      return new Set(seen.map(toNumber));
    },

    async noteChanges(transaction, runId, changes) {
      const fit = await textsThatFit(transaction);
      const rows = changes.map(({ entity, id, name, kind, fields }) => ({
        run_id: runId,
        entity,
        upstream_id: id,
        name: name === null ? null : fit(name),
        kind,
        fields: JSON.stringify(fields),
      }));
      await insertRows(transaction, tables.runChanges, { rows });
    },

    async forgetRemovals(transaction, runId, entity) {
      await transaction(tables.runChanges).where({ run_id: runId, entity, kind: 'removed' }).delete();
    },
  };
}
