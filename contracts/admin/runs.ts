import { z } from 'zod';
import { failureIssue } from './failures';

/**
 * `full` fetches everything; `incremental` fetches what was modified since the last success; `sweep` does the same, and
 * then compares everything that upstream lists with everything that is cached.
 */
export const runMode = z.enum(['full', 'incremental', 'sweep']);
export type RunMode = z.infer<typeof runMode>;

/** `running` until finished; the other statuses are computed from the counts (behavior 5.8). */
export const runStatus = z.enum(['running', 'succeeded', 'partial', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof runStatus>;

/** `fetched = created + updated + unchanged + failed`; removed records were not fetched. */
export const runCounts = z.object({
  fetched: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  failed: z.int(),
});
export type RunCounts = z.infer<typeof runCounts>;

export const runFailure = z.object({
  entity: z.enum(['product', 'category', 'brand']),
  id: z.int().nullable(),
  name: z.string().nullable(),
  reason: z.string(),
});
export type RunFailure = z.infer<typeof runFailure>;

/** What a dry run would do with one record. */
export const runChange = z.object({
  entity: z.enum(['product', 'category', 'brand']),
  id: z.int(),
  name: z.string().nullable(),
  kind: z.enum(['created', 'updated', 'removed']),
  /** The fields that would change in an updated record; empty otherwise. */
  fields: z.array(z.string()),
});
export type RunChange = z.infer<typeof runChange>;

/** What a dry run would change in one part of further markets, such as the products that a channel sells, or prices. */
export const dryMarketPart = z.object({
  kind: z.enum(['membership', 'categories', 'texts', 'category texts', 'brand texts', 'prices']),
  channelId: z.int(),
  /** Only for prices; null otherwise. */
  currency: z.string().nullable(),
  /** Only for prices, where null means guests; null otherwise. */
  customerGroupId: z.int().nullable(),
  /** Only for texts; null otherwise. */
  locale: z.string().nullable(),
  /** The names of the markets that share it. */
  markets: z.array(z.string()),
  /** Null: the part could not be read, or would remove more than is accepted at once. */
  counts: runCounts.omit({ fetched: true }).nullable(),
  /** Why there are no counts, in English; null otherwise. */
  problem: z.string().nullable(),
});
export type DryMarketPart = z.infer<typeof dryMarketPart>;

/**
 * Why a run failed or skipped something, so that a page can translate it: the reasons for which requests fail, and
 * those of runs only.
 */
export const runReason = failureIssue.extend({
  code: z.enum([
    ...failureIssue.shape.code.options,
    'mass_removal',
    'doubtful_emptiness',
    'store_changed',
    'run_stuck',
    'items_failed',
    'listed_fewer',
    'database_refused',
  ]),
});
export type RunReason = z.infer<typeof runReason>;

export const runPhase = z.enum(['starting', 'categories', 'brands', 'products', 'sweep', 'removal', 'finished']);
export type RunPhase = z.infer<typeof runPhase>;

/** One execution of a sync. */
export const run = z.object({
  id: z.string(),
  mode: runMode,
  /** A dry run writes nothing; its counts are what a run would do. */
  dryRun: z.boolean(),
  status: runStatus,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  phase: runPhase,
  /** Of products. */
  counts: runCounts,
  /** Of all three kinds, products included. */
  countsByEntity: z.object({ product: runCounts, category: runCounts, brand: runCounts }),
  /** The number of products upstream; null until known. */
  total: z.int().nullable(),
  /** Upstream requests made so far. */
  requests: z.int(),
  /** How long those requests waited for upstream's budget and for retries, in milliseconds. */
  waitedMs: z.int(),
  /** Requests left in upstream's window, as of its last response; null until upstream has reported it. */
  quotaLeft: z.int().nullable(),
  /** At most the first 100, and none in a list of runs; `counts.failed` is the total. */
  failures: z.array(runFailure),
  /** What a dry run would change in further markets; absent if it did not check that, and for other runs. */
  marketParts: z.array(dryMarketPart).optional(),
  /** Whether it was allowed to exceed the removal limit. */
  allowMassRemoval: z.boolean(),
  /** Why the run failed or was partial, in English; null otherwise. */
  error: z.string().nullable(),
  /** The same by code; empty if there is only `error`. */
  reasons: z.array(runReason),
});
export type Run = z.infer<typeof run>;

/** Body of `POST /commerce-bridge/sync/cancel`. */
export const cancelBody = z.object({
  /** Cancels only this run; absent: any, or without one the reading of further markets. */
  runId: z.string().optional(),
});
export type CancelBody = z.infer<typeof cancelBody>;

/** Response of `POST /commerce-bridge/sync/cancel`. */
export const cancelResponse = z.object({
  /** The run that was stopped; null if none was under way. */
  run: run.nullable(),
  /** Whether the reading of further markets was stopped; only without a run. */
  areMarketsCanceled: z.boolean(),
});
export type CancelResponse = z.infer<typeof cancelResponse>;

/** The run under way, and the last finished ones. */
export const syncState = z.object({
  current: run.nullable(),
  last: run.nullable(),
  /**
   * The last finished run that was not dry, on which the status depends; null if the catalog has been cleared since, as
   * for another store.
   */
  lastWriting: run.nullable(),
  /** Whether a run has ever imported the current store's catalog; stays true if a later run fails or is canceled. */
  hasSynced: z.boolean(),
});
export type SyncState = z.infer<typeof syncState>;

/** When runs start automatically. */
export const syncSchedule = z.object({
  /** A cron expression, evaluated in the time zone. */
  expression: z.string(),
  timeZone: z.string(),
  /** The expression in plain English, for example `At 03:00`. */
  words: z.string(),
  /** Null if the expression never matches. */
  nextRunAt: z.iso.datetime().nullable(),
  /** The mode of the next run. */
  nextMode: runMode,
});
export type SyncSchedule = z.infer<typeof syncSchedule>;

/** Response of `GET /commerce-bridge/sync`; `schedule` is null when it is off. */
export const syncResponse = syncState.extend({ schedule: syncSchedule.nullable() });
export type SyncResponse = z.infer<typeof syncResponse>;

/** Body of `POST /commerce-bridge/sync`. */
export const startRunBody = z.object({
  mode: runMode.default('full'),
  /** Lets this one run remove more than the removal limit allows. */
  allowMassRemoval: z.boolean().default(false),
  /** Only reports what the run would do, and writes nothing. */
  dryRun: z.boolean().default(false),
});

export type StartRunBody = z.infer<typeof startRunBody>;

/** Why a request waited before it was sent: the API rate limit, the delay before a retry, or earlier requests. */
export const waitCause = z.enum(['rate_limit', 'retry', 'slot']);
export type WaitCause = z.infer<typeof waitCause>;

/** One line of a run's log. The page puts it into words. */
const logLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), mode: runMode }),
  /** Another process resumed the run at its checkpoint. */
  z.object({ kind: z.literal('resumed'), phase: runPhase, page: z.int() }),
  /** An upstream response was written; the counts are the run's totals so far. */
  z.object({
    kind: z.literal('written'),
    entity: runFailure.shape.entity,
    phase: runPhase,
    fetched: z.int(),
    changed: z.int(),
    total: z.int().nullable(),
  }),
  z.object({ kind: z.literal('removed'), entity: runFailure.shape.entity, count: z.int() }),
  z.object({
    kind: z.literal('failure'),
    entity: runFailure.shape.entity,
    id: z.int().nullable(),
    name: z.string().nullable(),
    reason: z.string(),
  }),
  /** A request waited before it was sent; lines of an earlier version have no cause. */
  z.object({ kind: z.literal('waited'), cause: waitCause.optional(), milliseconds: z.int() }),
  /** A request failed; the status is null if there was no response. */
  z.object({ kind: z.literal('trouble'), path: z.string(), status: z.int().nullable() }),
  z.object({ kind: z.literal('ended'), status: runStatus, error: z.string().nullable() }),
]);
export type RunLogLine = z.infer<typeof logLine>;

export const runLogEntry = z.object({ id: z.string(), at: z.iso.datetime(), line: logLine });
export type RunLogEntry = z.infer<typeof runLogEntry>;

/** Response of `GET /commerce-bridge/sync/runs/:id/log`: the last 200 lines, oldest first. */
export const runLog = z.object({ entries: z.array(runLogEntry) });
export type RunLogView = z.infer<typeof runLog>;

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

/** Query of `GET /commerce-bridge/sync/runs`. */
export const runHistoryQuery = pageQuery;

/** Path of `GET /commerce-bridge/sync/runs/:id/…`. */
export const runParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** Query of `GET /commerce-bridge/sync/runs/:id/failures`. */
export const runFailuresQuery = pageQuery;
export type RunFailuresQuery = z.infer<typeof runFailuresQuery>;

/** Response of `GET /commerce-bridge/sync/runs/:id/failures`: records that a run could not import, in order. */
export const runFailureList = z.object({
  failures: z.array(runFailure),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
export type RunFailureList = z.infer<typeof runFailureList>;

/** Query of `GET /commerce-bridge/sync/runs/:id/changes`. */
export const runChangesQuery = pageQuery.extend({ kind: runChange.shape.kind.default('created') });
export type RunChangesQuery = z.infer<typeof runChangesQuery>;

/** Response of `GET /commerce-bridge/sync/runs/:id/changes`: what a dry run would do, in the order it was found. */
export const runChangeList = z.object({
  changes: z.array(runChange),
  /** Totals of each kind. */
  counts: z.object({ created: z.int(), updated: z.int(), removed: z.int() }),
  /** Total of the requested kind. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
export type RunChangeList = z.infer<typeof runChangeList>;

/** Response of `GET /commerce-bridge/sync/runs`, newest first; without failures, which have their own endpoint. */
export const runHistory = z.object({ runs: z.array(run), total: z.int(), page: z.int(), pages: z.int() });
export type RunHistory = z.infer<typeof runHistory>;
