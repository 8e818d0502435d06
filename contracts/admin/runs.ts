import { z } from 'zod';
import { failureIssue } from './failures';

/**
 * `full` fetches everything; `incremental` what was modified since the last success; `sweep` that, and then compares
 * everything upstream lists with everything that is cached.
 */
export const runMode = z.enum(['full', 'incremental', 'sweep']);
export type RunMode = z.infer<typeof runMode>;

/** `running` until finished; the others are computed from the counts (behavior 5.8). */
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
  /** Of an updated record, which of its fields would change; empty otherwise. */
  fields: z.array(z.string()),
});
export type RunChange = z.infer<typeof runChange>;

/** What a dry run would change in one part of further markets: which products their channel sells, its categories, texts, or prices. */
export const dryMarketPart = z.object({
  kind: z.enum(['membership', 'categories', 'texts', 'category texts', 'brand texts', 'prices']),
  channelId: z.int(),
  /** Of prices; null otherwise. */
  currency: z.string().nullable(),
  /** Of prices; null for guests, and otherwise. */
  customerGroupId: z.int().nullable(),
  /** Of texts; null otherwise. */
  locale: z.string().nullable(),
  /** The names of the markets that share it. */
  markets: z.array(z.string()),
  /** Null: it could not be read, or more would be removed than is believed at once. */
  counts: runCounts.omit({ fetched: true }).nullable(),
  /** Why, in English; null otherwise. */
  problem: z.string().nullable(),
});
export type DryMarketPart = z.infer<typeof dryMarketPart>;

/** Why a run failed or left something out, so that a page can say it in its own language: what a request can fail for, and what only a run can. */
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
  /** A dry run writes nothing; its counts say what a run would do. */
  dryRun: z.boolean(),
  status: runStatus,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  phase: runPhase,
  /** Of products. */
  counts: runCounts,
  /** Of all three kinds, products included. */
  countsByEntity: z.object({ product: runCounts, category: runCounts, brand: runCounts }),
  /** Products as upstream counts them; null until that is known. */
  total: z.int().nullable(),
  /** Upstream requests made so far. */
  requests: z.int(),
  /** How long those requests waited for upstream's budget and for retries, in milliseconds. */
  waitedMs: z.int(),
  /** Requests left in upstream's window, as its last response said; null while it has not. */
  quotaLeft: z.int().nullable(),
  /** At most the first 100, and none in a list of runs; `counts.failed` says how many there are. */
  failures: z.array(runFailure),
  /** What a dry run would change in further markets; absent where it did not look, as for a run that writes. */
  marketParts: z.array(dryMarketPart).optional(),
  /** Whether it could exceed the removal limit. */
  allowMassRemoval: z.boolean(),
  /** Why a failed or partial run ended so, in English; null otherwise. */
  error: z.string().nullable(),
  /** The same by code; empty where only `error` says it. */
  reasons: z.array(runReason),
});
export type Run = z.infer<typeof run>;

/** The run under way, and the one before it. */
export const syncState = z.object({
  current: run.nullable(),
  last: run.nullable(),
  /**
   * The last one that was not dry, unless the catalog was cleared since, as for another store: whether the site is up to
   * date depends on it.
   */
  lastWriting: run.nullable(),
  /** Whether one ever brought the catalog of the present store over: a later one that failed or was stopped takes nothing back. */
  hasSynced: z.boolean(),
});
export type SyncState = z.infer<typeof syncState>;

/** When a run starts by itself. */
export const syncSchedule = z.object({
  /** A cron expression, read in the time zone. */
  expression: z.string(),
  timeZone: z.string(),
  /** The expression in plain English, for example `At 03:00`. */
  words: z.string(),
  /** Null when the expression never comes true. */
  nextRunAt: z.iso.datetime().nullable(),
  /** What the next one does. */
  nextMode: runMode,
});
export type SyncSchedule = z.infer<typeof syncSchedule>;

/** Response of `GET /commerce-bridge/sync`; without a schedule when it is off. */
export const syncResponse = syncState.extend({ schedule: syncSchedule.nullable() });
export type SyncResponse = z.infer<typeof syncResponse>;

/** Body of `POST /commerce-bridge/sync`. */
export const startRunBody = z.object({
  mode: runMode.default('full'),
  /** Lets this one run remove more than the removal limit allows. */
  allowMassRemoval: z.boolean().default(false),
  /** Finds out what the run would do, and writes nothing. */
  dryRun: z.boolean().default(false),
});

export type StartRunBody = z.infer<typeof startRunBody>;

/** What a request waited for before it was sent: the API rate limit, the pause before another attempt, earlier requests. */
export const waitCause = z.enum(['rate_limit', 'retry', 'slot']);
export type WaitCause = z.infer<typeof waitCause>;

/** One line of a run's log. What each kind says in words is the page's business. */
const logLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), mode: runMode }),
  /** Another process took the run up at its checkpoint. */
  z.object({ kind: z.literal('resumed'), phase: runPhase, page: z.int() }),
  /** A response of upstream is written; counts are those of the run so far. */
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
  /** A request waited before it was sent; without the cause in lines of an earlier version. */
  z.object({ kind: z.literal('waited'), cause: waitCause.optional(), milliseconds: z.int() }),
  /** A request went wrong; the status is null when no response came. */
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

/** Response of `GET /commerce-bridge/sync/runs/:id/failures`: what a run could not import, in the order of occurrence. */
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
  /** Of every kind. */
  counts: z.object({ created: z.int(), updated: z.int(), removed: z.int() }),
  /** Of the kind asked for. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
export type RunChangeList = z.infer<typeof runChangeList>;

/** Response of `GET /commerce-bridge/sync/runs`, newest first; without the failures, which are asked for by page. */
export const runHistory = z.object({ runs: z.array(run), total: z.int(), page: z.int(), pages: z.int() });
export type RunHistory = z.infer<typeof runHistory>;
