import { z } from 'zod';
import {
  dryMarketPart,
  runCounts,
  runFailure,
  runMode,
  runPhase,
  runReason,
  runStatus,
} from '../../../../contracts/admin/runs';
import { milliseconds } from '../../lib/durations';
import type { RunRecord } from './run-record';
import { toBoolean } from '../../database/database';

/** The order in which runs began, regardless of the clocks of their instances: their numbers come from one sequence. */
export const newestRunFirst = [
  { column: 'first_observation', order: 'desc' },
  { column: 'started_at', order: 'desc' },
];

/** A run as columns of its row. */
export function columnsOf(run: RunRecord) {
  return {
    mode: run.mode,
    is_dry: run.isDry,
    status: run.status,
    phase: run.phase,
    page: run.page,
    started_at: run.startedAt.getTime(),
    upstream_started_at: run.upstreamStartedAt?.getTime() ?? null,
    finished_at: run.finishedAt?.getTime() ?? null,
    modified_since: run.modifiedSince?.getTime() ?? null,
    store_hash: run.storeHash,
    channel_id: run.channelId,
    first_observation: run.firstReadVersion,
    counts: JSON.stringify(run.counts),
    total: run.totals.product,
    category_total: run.totals.category,
    brand_total: run.totals.brand,
    requests: run.requests,
    waited: Math.round(run.waited),
    quota_left: run.quotaLeft,
    allow_mass_removal: run.allowMassRemoval,
    epoch: run.epoch,
    deaths: run.deaths,
    item_in_progress: run.itemInProgress && JSON.stringify(run.itemInProgress),
    error: run.error,
    reasons: JSON.stringify(run.reasons),
    market_parts: run.marketParts && JSON.stringify(run.marketParts),
  };
}

// PostgreSQL returns big integers as text.
const bigInteger = z.union([z.number(), z.string()]).transform(Number);
const moment = bigInteger.transform((value) => new Date(value));
const flag = z.unknown().transform(toBoolean);
// Empty for runs of an earlier version, or with a reason that only a later version knows; `error` still has it.
const reasonsSchema = z.array(runReason).catch([]);
const countsSchema = z.object({ product: runCounts, category: runCounts, brand: runCounts });

const partsSchema = z.array(dryMarketPart);

const itemSchema = z.object({ entity: runFailure.shape.entity, id: z.int() });

const rowSchema = z
  .object({
    id: z.string(),
    mode: runMode,
    is_dry: flag,
    status: runStatus,
    phase: runPhase,
    page: z.number(),
    started_at: moment,
    upstream_started_at: moment.nullable(),
    finished_at: moment.nullable(),
    modified_since: moment.nullable(),
    store_hash: z.string(),
    channel_id: bigInteger.nullable(),
    first_observation: bigInteger,
    counts: z.string().transform((text) => countsSchema.parse(JSON.parse(text))),
    total: z.number().nullable(),
    category_total: z.number().nullable(),
    brand_total: z.number().nullable(),
    requests: z.number(),
    waited: bigInteger,
    quota_left: z.number().nullable(),
    allow_mass_removal: flag,
    epoch: z.number(),
    deaths: z.number(),
    item_in_progress: z
      .string()
      .nullable()
      .transform((text) => (text === null ? null : itemSchema.parse(JSON.parse(text)))),
    error: z.string().nullable(),
    reasons: z
      .string()
      .nullable()
      .transform((text) => reasonsSchema.parse(text === null ? [] : JSON.parse(text))),
    market_parts: z
      .string()
      .nullable()
      .transform((text) => (text === null ? null : partsSchema.parse(JSON.parse(text)))),
  })
  .transform(
    (row): RunRecord => ({
      id: row.id,
      mode: row.mode,
      isDry: row.is_dry,
      status: row.status,
      phase: row.phase,
      page: row.page,
      startedAt: row.started_at,
      upstreamStartedAt: row.upstream_started_at,
      finishedAt: row.finished_at,
      modifiedSince: row.modified_since,
      storeHash: row.store_hash,
      channelId: row.channel_id,
      firstReadVersion: row.first_observation,
      counts: row.counts,
      totals: { product: row.total, category: row.category_total, brand: row.brand_total },
      requests: row.requests,
      waited: milliseconds(row.waited),
      quotaLeft: row.quota_left,
      allowMassRemoval: row.allow_mass_removal,
      epoch: row.epoch,
      deaths: row.deaths,
      itemInProgress: row.item_in_progress,
      error: row.error,
      reasons: row.reasons,
      marketParts: row.market_parts,
    }),
  );

/** Reads a row of the table of runs, whichever database it comes from. */
export function runOf(row: unknown): RunRecord {
  return rowSchema.parse(row);
}
