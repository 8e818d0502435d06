import { z } from 'zod';
import { type RunChange, runChange, type RunFailure, runFailure } from '../../../../contracts/admin/runs';
import type { RunHistoryReader } from './run-store';
import { type Database, fromJson, toNumber } from '../../database/database';
import { newestRunFirst, runOf } from './knex-run-rows';
import { tables } from '../../database/tables';

// Rows per statement when all are requested.
const partSize = 500;

/** Runs as they are shown, from our own tables. */
export function createKnexRunHistory(database: Database): RunHistoryReader {
  async function* partsOf<Item>(source: {
    table: string;
    runId: string;
    read: (row: unknown) => Item;
  }): AsyncIterable<readonly Item[]> {
    for (let last = 0; ; ) {
      const rows = await database(source.table)
        .where({ run_id: source.runId })
        .where('id', '>', last)
        .orderBy('id')
        .limit(partSize);
      if (rows.length > 0) yield rows.map(source.read);
      if (rows.length < partSize) return;
      last = toNumber(rows.at(-1)?.id);
    }
  }

  return {
    async list({ page, perPage }) {
      const [counted] = await database(tables.runs).count({ count: '*' });
      const rows: unknown[] = await database(tables.runs)
        .orderBy([...newestRunFirst, { column: 'id' }])
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { runs: rows.map(runOf), total: toNumber(counted?.count) };
    },

    async find(runId) {
      const row: unknown = await database(tables.runs).where({ id: runId }).first();
      return row ? runOf(row) : null;
    },

    async failures(runId, { limit, offset }) {
      const rows: unknown[] = await database(tables.runFailures)
        .where({ run_id: runId })
        .orderBy('id')
        .limit(limit)
        .offset(offset);
      return rows.map(failureOf);
    },

    async countFailures(runId) {
      const [counted] = await database(tables.runFailures).where({ run_id: runId }).count({ count: '*' });
      return toNumber(counted?.count);
    },

    async recent(limit) {
      const rows: unknown[] = await database(tables.runs)
        .where({ is_dry: false })
        .whereNot({ status: 'running' })
        .orderBy(newestRunFirst)
        .limit(limit);
      return rows.map(runOf);
    },

    async changes(runId, { kind, page, perPage }) {
      const rows: unknown[] = await database(tables.runChanges)
        .where({ run_id: runId, kind })
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage);
      return rows.map(changeOf);
    },

    async changeCounts(runId) {
      const rows = await database(tables.runChanges)
        .where({ run_id: runId })
        .groupBy('kind')
        .select('kind', database.raw('count(*) as count'));
      return {
        created: 0,
        updated: 0,
        removed: 0,
        ...Object.fromEntries(rows.map((row) => [String(row.kind), toNumber(row.count)])),
      };
    },

    async lastSuccess() {
      const row = await database(tables.runs)
        .where({ status: 'succeeded', is_dry: false })
        .orderBy(newestRunFirst)
        .first('started_at');
      return row ? new Date(toNumber(row.started_at)) : null;
    },

    async lastFailureOf(productId) {
      const row: Record<string, unknown> | undefined = await database({ failure: tables.runFailures })
        .join({ run: tables.runs }, 'run.id', 'failure.run_id')
        .where({ 'failure.upstream_id': productId, 'failure.entity': 'product', 'run.is_dry': false })
        .orderBy('failure.id', 'desc')
        .first('failure.run_id', 'failure.reason', 'run.started_at');
      return row
        ? { runId: String(row.run_id), at: new Date(toNumber(row.started_at)), reason: String(row.reason) }
        : null;
    },

    async runAt(moment) {
      const time = moment.getTime();
      const row: Record<string, unknown> | undefined = await database(tables.runs)
        .where({ is_dry: false })
        .where('started_at', '<=', time)
        .where((end) => void end.whereNull('finished_at').orWhere('finished_at', '>=', time))
        .orderBy('started_at', 'desc')
        .first('id');
      return row ? String(row.id) : null;
    },

    allFailures: (runId) => partsOf({ table: tables.runFailures, runId, read: failureOf }),
    allChanges: (runId) => partsOf({ table: tables.runChanges, runId, read: changeOf }),
  };
}

const rowSchema = z.looseObject({
  upstream_id: z.unknown().transform((id) => (id === null || id === undefined ? null : toNumber(id))),
});

function failureOf(row: unknown): RunFailure {
  const { upstream_id: id, ...rest } = rowSchema.parse(row);
  return runFailure.parse({ ...rest, id });
}

function changeOf(row: unknown): RunChange {
  const { upstream_id: id, fields, ...rest } = rowSchema.parse(row);
  return runChange.parse({ ...rest, id, fields: fromJson(fields) });
}
