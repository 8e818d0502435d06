import type { HealthRecord } from '../../../contracts/admin/health';
import type { NoticeResponse } from '../../../contracts/admin/notice';
import type { SiteStatus } from '../../../contracts/admin/status';
import type { DatabaseClock } from '../database/database-clock';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { followSignals } from '../lib/follow-signals';
import type { Logger } from '../lib/logger';
import { withTimeLimit } from '../lib/time-limit';
import { isAboutWebhooks } from './grades';
import { asSentence } from './as-sentence';
import { causesOf } from './causes';
import { type CheckContext, type HealthCheck, type HealthFinding, subjectWords } from './health-check';
import { createHealthRecord, standingFindings, type StoredCheck } from './health-record';
import { statusOf } from './site-status';
import type { StatusFacts } from './status-facts';

/** Checks whether changes upstream reach the site (behavior 4.15, 4.16). */
export interface HealthService {
  /** Runs the daily checks and stores their findings; concurrent calls share one check. */
  check(signal?: AbortSignal): Promise<HealthRecord>;
  /** Checks again in the background; to be called when what was checked has changed. */
  checkSoon(): void;
  /** The current status, and the record of the last check: null before the first check, and after clearing. */
  read(): Promise<{ status: SiteStatus; record: HealthRecord | null }>;
  /** What to show administrators on every page. */
  notice(): Promise<NoticeResponse>;
  /** Forgets what the last check found, and the notice with it, until the next check. */
  clear(): Promise<void>;
  /** To be called once all webhooks are registered: removes what the last check found about them. */
  settleWebhooks(): Promise<void>;
  /** Aborts the check under way. */
  stop(): Promise<void>;
}

export interface HealthServiceOptions {
  /** Checks that send requests upstream or are expensive: run once a day and on request. */
  checks: readonly HealthCheck[];
  /** Checks that only use local data: run whenever the status is read. */
  localChecks: readonly HealthCheck[];
  /** The facts that this site knows, and a digest of the connection in the settings. */
  readFacts: () => Promise<Omit<StatusFacts, 'now' | 'findings'> & { connection: string }>;
  state: StateStore;
  clock: Pick<Clock, 'wait'>;
  /** The clock for checks, since other instances also write the times that checks compare. */
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
}

const noticeMessage = 'Webhook delivery issues detected';
// Upstream's own timeouts are shorter; this one covers checks without their own.
const timeLimit = seconds(60);

export function createHealthService(options: HealthServiceOptions): HealthService {
  const { clock, databaseClock, logger } = options;
  const stored = createHealthRecord(options.state);
  const lifetime = new AbortController();
  let underWay: Promise<HealthRecord> | null = null;
  let next: Promise<void> | null = null;

  async function runOne(check: HealthCheck, context: CheckContext): Promise<HealthFinding[]> {
    try {
      return await withTimeLimit({ clock, limit: timeLimit }, (limit) =>
        followSignals([context.signal, limit], (signal) => check.run({ ...context, signal })),
      );
    } catch (error) {
      context.signal.throwIfAborted();
      const reason = asSentence(describeError(error));
      logger.warn('health check failed to run', { subject: check.subject, error: describeError(error) });
      return [
        {
          code: 'unchecked',
          values: { subject: check.subject, reason, ...(check.about !== undefined && { about: check.about }) },
          ...causesOf(error),
          text: `${subjectWords[check.subject]} could not be checked: ${reason}`,
        },
      ];
    }
  }

  async function runAll(checks: readonly HealthCheck[], context: CheckContext): Promise<HealthFinding[]> {
    const findings: HealthFinding[] = [];
    for (const check of checks) findings.push(...(await runOne(check, context)));
    return findings;
  }

  async function compute(check: StoredCheck | null): Promise<SiteStatus> {
    const now = await databaseClock.read();
    const facts = await options.readFacts();
    const previous = check === null ? await stored.previousStart() : check.previousAt;
    const context = { now, previousAt: previous === null ? null : new Date(previous), signal: lifetime.signal };
    const findings = [
      ...(check === null ? [] : standingFindings(check, facts)),
      ...(await runAll(options.localChecks, context)),
    ];
    return statusOf({ ...facts, now, findings });
  }

  async function checkAll(signal: AbortSignal): Promise<HealthRecord> {
    const startedAt = await databaseClock.read();
    const { connection } = await options.readFacts();
    const previous = await stored.previousStart();
    const findings = await runAll(options.checks, {
      now: startedAt,
      previousAt: previous === null ? null : new Date(previous),
      signal,
    });
    const checkedAt = (await databaseClock.read()).getTime();
    const check = { findings, connection, previousAt: previous, checkedAt };
    await stored.write(check);
    await stored.noteStart(startedAt);
    const record = recordOf(check, await compute(check));
    if (record.healthy) logger.info('health checked', { healthy: true });
    else logger.warn('health checked', { healthy: false, errors: record.errors.join(' ') });
    return record;
  }

  const check = (signal: AbortSignal) =>
    (underWay ??= checkAll(signal).finally(() => {
      underWay = null;
    }));

  async function read() {
    const last = await stored.read();
    const status = await compute(last);
    return { status, record: last && recordOf(last, status) };
  }

  /** Waits for a check under way, which may have seen outdated data, then checks again. */
  async function checkAfresh(): Promise<void> {
    await underWay?.catch(() => undefined);
    next = null;
    try {
      await check(lifetime.signal);
    } catch (error) {
      if (!lifetime.signal.aborted) logger.warn('health could not be checked', { error: describeError(error) });
    }
  }

  return {
    check: (signal = lifetime.signal) => check(signal),
    checkSoon() {
      if (!lifetime.signal.aborted) next ??= checkAfresh();
    },
    read,
    async notice() {
      const { status, record } = await read();
      if (record === null) return { notice: null, status, checkedAt: null };
      const { checked_at } = record;
      const checkedAt = new Date(checked_at * 1000).toISOString();
      const reasons = status.reasons.filter(isAboutWebhooks);
      const notice = reasons.length === 0 ? null : { message: noticeMessage, ...problemsOf(reasons), checked_at };
      return { notice, status, checkedAt };
    },
    clear: () => stored.clear(),
    settleWebhooks: () => stored.settle(isAboutHooks),
    async stop() {
      lifetime.abort(new Error('the site stops'));
      await next;
      await underWay?.catch(() => undefined);
    },
  };
}

const isAboutHooks = (finding: HealthFinding) =>
  finding.code.startsWith('hook') || (finding.code === 'unchecked' && finding.values['about'] === 'webhooks');

/** That the first sync is still running is not an error. */
function recordOf({ checkedAt }: StoredCheck, { reasons }: SiteStatus): HealthRecord {
  const errors = reasons.filter(({ code }) => code !== 'first_sync_running');
  return {
    healthy: errors.length === 0,
    errors: [],
    ...(errors.length > 0 && problemsOf(errors)),
    checked_at: Math.floor(checkedAt / 1000),
  };
}

function problemsOf(reasons: SiteStatus['reasons']): Required<Pick<HealthRecord, 'errors' | 'issues'>> {
  return {
    errors: reasons.map(({ text }) => text),
    issues: reasons.map(({ code, values, causes }) => ({ code, values, ...(causes && { causes }) })),
  };
}
