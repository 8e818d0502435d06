import { z } from 'zod';
import { runCounts, runFailure, runMode, runPhase, runStatus, type RunFailure } from '../../../contracts/admin/runs';
import type { RunRecord } from '../sync/run-record';
import type { RunHistoryReader, RunStore } from '../sync/run-store';
import { type Database, toBoolean, toNumber } from './database';
import { tables } from './tables';

const countsSchema = z.object({ product: runCounts, category: runCounts, brand: runCounts });

/** Runs as rows of a table of our own. */
export function createKnexRunStore(database: Database): RunStore & RunHistoryReader {
  return {
    async create(run) {
      await database(tables.runs).insert({ id: run.id, cancel_requested: false, ...columnsOf(run) });
    },

    async findRunning() {
      const row: unknown = await database(tables.runs).where({ status: 'running' }).orderBy('started_at', 'desc').first();
      return row ? recordOf(row) : null;
    },

    async checkpoint(transaction, { run, seen, failures }) {
      if (seen && seen.ids.length > 0) {
        await transaction(tables.runSeen)
          .insert(seen.ids.map((id) => ({ run_id: run.id, entity: seen.entity, upstream_id: id })))
          .onConflict(['run_id', 'entity', 'upstream_id'])
          .ignore();
      }
      if (failures.length > 0) {
        await transaction(tables.runFailures).insert(
          failures.map(({ entity, id, name, reason }) => ({ run_id: run.id, entity, upstream_id: id, name, reason })),
        );
      }
      await transaction(tables.runs).where({ id: run.id }).update(columnsOf(run));
    },

    async finish(run) {
      await database.transaction(async (transaction) => {
        await transaction(tables.runs).where({ id: run.id }).update(columnsOf(run));
        await transaction(tables.runSeen).where({ run_id: run.id }).delete();
      });
    },

    async requestCancel(runId) {
      await database(tables.runs).where({ id: runId, status: 'running' }).update({ cancel_requested: true });
    },

    async isCancelRequested(runId) {
      const row = await database(tables.runs).where({ id: runId }).first('cancel_requested');
      return toBoolean(row?.cancel_requested);
    },

    async list({ page, perPage }) {
      const [counted] = await database(tables.runs).count({ count: '*' });
      const rows: unknown[] = await database(tables.runs)
        .orderBy([{ column: 'started_at', order: 'desc' }, { column: 'id' }])
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { runs: rows.map(recordOf), total: toNumber(counted?.count) };
    },

    async failures(runIds, limit) {
      const found = new Map<string, RunFailure[]>();
      for (const runId of runIds) {
        const rows = await database(tables.runFailures).where({ run_id: runId }).orderBy('id').limit(limit);
        found.set(
          runId,
          rows.map((row) => runFailure.parse({ entity: row.entity, id: row.upstream_id, name: row.name, reason: row.reason })),
        );
      }
      return found;
    },

    async lastSuccess() {
      const row = await database(tables.runs).where({ status: 'succeeded' }).orderBy('started_at', 'desc').first('started_at');
      return row ? new Date(toNumber(row.started_at)) : null;
    },
  };
}

function columnsOf(run: RunRecord) {
  return {
    mode: run.mode,
    status: run.status,
    phase: run.phase,
    page: run.page,
    started_at: run.startedAt.getTime(),
    finished_at: run.finishedAt?.getTime() ?? null,
    modified_since: run.modifiedSince?.getTime() ?? null,
    first_observation: run.firstObservation,
    counts: JSON.stringify(run.counts),
    total: run.total,
    requests: run.requests,
    allow_mass_removal: run.allowMassRemoval,
    error: run.error,
  };
}

const moment = z.union([z.number(), z.string()]).transform((value) => new Date(Number(value)));

const rowSchema = z
  .object({
    id: z.string(),
    mode: runMode,
    status: runStatus,
    phase: runPhase,
    page: z.number(),
    started_at: moment,
    finished_at: moment.nullable(),
    modified_since: moment.nullable(),
    first_observation: z.union([z.number(), z.string()]).transform(Number),
    counts: z.string().transform((text) => countsSchema.parse(JSON.parse(text))),
    total: z.number().nullable(),
    requests: z.number(),
    allow_mass_removal: z.unknown().transform(toBoolean),
    error: z.string().nullable(),
  })
  .transform(
    (row): RunRecord => ({
      id: row.id,
      mode: row.mode,
      status: row.status,
      phase: row.phase,
      page: row.page,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      modifiedSince: row.modified_since,
      firstObservation: row.first_observation,
      counts: row.counts,
      total: row.total,
      requests: row.requests,
      allowMassRemoval: row.allow_mass_removal,
      error: row.error,
    }),
  );

function recordOf(row: unknown): RunRecord {
  return rowSchema.parse(row);
}
