import { z } from 'zod';
import { healthRecord, type HealthRecord, type NoticeResponse } from '../../../contracts/admin/health';
import type { DatabaseClock } from '../database/database-clock';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { withTimeLimit } from '../lib/time-limit';
import type { CheckContext, HealthCheck, HealthFinding } from './health-check';

/** Finds out whether changes upstream reach the site, and records the result (behavior 4.15, 4.16). */
export interface HealthService {
  /** Runs every check and writes the record; while one is under way, others wait for its record. */
  check(signal?: AbortSignal): Promise<HealthRecord>;
  /** Null before the first check, and after clearing. */
  read(): Promise<HealthRecord | null>;
  /** What to show administrators on every page. */
  notice(): Promise<NoticeResponse>;
  /** Forgets the record, and the notice with it, until the next check. */
  clear(): Promise<void>;
}

export interface HealthServiceOptions {
  checks: readonly HealthCheck[];
  state: StateStore;
  clock: Pick<Clock, 'wait'>;
  /** Called after each check: what it looked at was written by other instances, too. */
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
}

const recordName = 'health';
const previousName = 'health.previousCheck';
const previousSchema = z.object({ startedAt: z.number() });
const noticeMessage = 'Webhook delivery issues detected';
// Upstream's own timeouts are shorter; this one covers checks without their own.
const timeLimit = seconds(60);

export function createHealthService({
  checks,
  state,
  clock,
  databaseClock,
  logger,
}: HealthServiceOptions): HealthService {
  let underWay: Promise<HealthRecord> | null = null;

  async function runOne(check: HealthCheck, context: CheckContext): Promise<HealthFinding[]> {
    try {
      return await withTimeLimit({ clock, limit: timeLimit }, (limit) =>
        check.run({ ...context, signal: AbortSignal.any([context.signal, limit]) }),
      );
    } catch (error) {
      context.signal.throwIfAborted();
      logger.warn('health check could not be done', { subject: check.subject, error: describeError(error) });
      return [
        {
          code: 'unchecked',
          values: {},
          text: `${check.subject} could not be checked: ${asSentence(describeError(error))}`,
        },
      ];
    }
  }

  async function runAll(signal: AbortSignal): Promise<HealthRecord> {
    const startedAt = await databaseClock.read();
    const previous = await state.read(previousName, previousSchema);
    const context = { now: startedAt, previousAt: previous && new Date(previous.startedAt), signal };
    const findings: HealthFinding[] = [];
    for (const check of checks) findings.push(...(await runOne(check, context)));

    const errors = findings.map(({ text }) => text);
    const issues = findings.map(({ code, values }) => ({ code, values }));
    const record = {
      healthy: errors.length === 0,
      errors,
      ...(issues.length > 0 && { issues }),
      checked_at: Math.floor((await databaseClock.read()).getTime() / 1000),
    };
    await state.write(recordName, record);
    // Stored apart from the record: clearing the record must not make the next check look further back.
    await state.write(previousName, { startedAt: startedAt.getTime() });
    if (record.healthy) logger.info('health checked', { healthy: true });
    else logger.warn('health checked', { healthy: false, errors: errors.join(' ') });
    return record;
  }

  const read = () => state.read(recordName, healthRecord);

  return {
    check: (signal = new AbortController().signal) =>
      (underWay ??= runAll(signal).finally(() => {
        underWay = null;
      })),
    read,
    async notice() {
      const record = await read();
      if (!record || record.healthy) return { notice: null };
      return {
        notice: {
          message: noticeMessage,
          errors: record.errors,
          ...(record.issues && { issues: record.issues }),
          checked_at: record.checked_at,
        },
      };
    },
    clear: () => state.write(recordName, null),
  };
}

function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
