import { describe, expect, test } from 'vitest';
import { issueWords } from '../../../admin/src/lib/issue-words';
import type { HealthFinding } from '../../../server/src/health/health-check';
import { standingFindings } from '../../../server/src/health/health-record';
import { statusOf } from '../../../server/src/health/site-status';
import type { StatusFacts } from '../../../server/src/health/status-facts';
import { days, hours, minutes } from '../../../server/src/lib/durations';
import { noCounts, type RunRecord } from '../../../server/src/sync/runs/run-record';
import { before, now } from '../../support/sites/run-check';
import { aRunRecord } from '../../support/shops/run-records';
import { translateTo } from '../../support/admin/translate';

const aRun = ({ startedAt = before(hours(9)), ...given }: Partial<RunRecord> = {}): RunRecord =>
  aRunRecord({
    status: 'succeeded',
    startedAt,
    finishedAt: new Date(startedAt.getTime() + minutes(5)),
    ...given,
  });

const full = aRun();
const changesOnly = aRun({ id: 'later', mode: 'incremental', startedAt: before(hours(1)) });
const none = {
  lastEnded: null,
  recovered: 0,
  lastComplete: null,
  lastSuccess: null,
  wasStopped: false,
  isRunning: false,
};
const afterFull = { ...none, lastEnded: full, lastComplete: full, lastSuccess: full };
const finding = (code: HealthFinding['code'], values: HealthFinding['values'] = {}): HealthFinding => ({
  code,
  values,
  text: `${code}.`,
});

/** The facts of a connected site with webhooks that was compared with the store this morning. */
const facts = (given: Partial<StatusFacts> = {}): StatusFacts => ({
  now,
  isConnected: true,
  runs: afterFull,
  period: days(1),
  reportedSince: before(days(30)),
  reportedUntil: null,
  channelId: null,
  findings: [],
  ...given,
});

const failed = aRun({ id: 'failed', status: 'failed', error: 'No luck.', startedAt: before(minutes(7)) });
const runs = (given: Partial<StatusFacts['runs']>) => ({ runs: { ...afterFull, ...given } });
const fewRecords = { ...noCounts(), product: { ...noCounts().product, fetched: 5, failed: 2 } };

const cases: [string, Partial<StatusFacts>, { kind: string; codes: string[] }][] = [
  ['without credentials', { isConnected: false }, { kind: 'not_set_up', codes: ['not_connected'] }],
  [
    'with credentials that can no longer be decrypted',
    { isConnected: false, findings: [finding('secrets_unreadable')] },
    { kind: 'failing', codes: ['secrets_unreadable', 'not_connected'] },
  ],
  ['before the first sync', { runs: none }, { kind: 'not_set_up', codes: ['sync_not_started'] }],
  ['during the first sync', { runs: { ...none, isRunning: true } }, { kind: 'behind', codes: ['first_sync_running'] }],
  [
    'after an administrator stopped the first sync',
    { runs: { ...none, wasStopped: true } },
    { kind: 'behind', codes: ['first_sync_stopped'] },
  ],
  ['after an administrator stopped a later sync', runs({ wasStopped: true }), { kind: 'up_to_date', codes: [] }],
  ['after a full sync', {}, { kind: 'up_to_date', codes: [] }],
  ['after a full sync without webhooks', { reportedSince: null }, { kind: 'up_to_date', codes: [] }],
  ['seven minutes after a failed sync', runs({ lastEnded: failed }), { kind: 'failing', codes: ['sync_failed'] }],
  [
    'after changes only, without webhooks',
    { ...runs({ lastEnded: changesOnly, lastSuccess: changesOnly }), reportedSince: null },
    { kind: 'behind', codes: ['deletions_unchecked'] },
  ],
  [
    'after changes only, with webhooks since before the full sync',
    runs({ lastEnded: changesOnly, lastSuccess: changesOnly }),
    { kind: 'up_to_date', codes: [] },
  ],
  [
    'after changes only, with webhooks that had a gap',
    { ...runs({ lastEnded: changesOnly, lastSuccess: changesOnly }), reportedSince: before(hours(2)) },
    { kind: 'behind', codes: ['deletions_unchecked'] },
  ],
  [
    'after a sync that could not import two records',
    runs({ lastEnded: aRun({ status: 'partial', counts: fewRecords }) }),
    { kind: 'behind', codes: ['records_failed'] },
  ],
  [
    'after one of them was brought over since',
    runs({ lastEnded: aRun({ status: 'partial', counts: fewRecords }), recovered: 1 }),
    { kind: 'behind', codes: ['records_failed'] },
  ],
  [
    'after both of them were',
    runs({ lastEnded: aRun({ status: 'partial', counts: fewRecords }), recovered: 2 }),
    { kind: 'up_to_date', codes: [] },
  ],
  [
    'with the channel that was synced',
    { ...runs({ lastComplete: aRun({ channelId: 7 }) }), channelId: 7 },
    { kind: 'up_to_date', codes: [] },
  ],
  [
    'with another channel',
    { ...runs({ lastComplete: aRun({ channelId: 7 }) }), channelId: 8 },
    { kind: 'behind', codes: ['channel_changed'] },
  ],
  [
    'after a sync to which BigCommerce listed fewer',
    runs({
      lastEnded: aRun({
        status: 'partial',
        reasons: [{ code: 'listed_fewer', values: { entity: 'product', total: 3, listed: 2 } }],
      }),
    }),
    { kind: 'behind', codes: ['listed_fewer'] },
  ],
  [
    'two periods of the schedule after the last success',
    runs({ lastSuccess: aRun({ startedAt: before(hours(48)) }) }),
    { kind: 'up_to_date', codes: [] },
  ],
  [
    'more than two periods after it',
    runs({ lastSuccess: aRun({ startedAt: before(hours(49)) }) }),
    { kind: 'behind', codes: ['sync_outdated'] },
  ],
  [
    'long after it, with webhooks and without a schedule',
    { ...runs({ lastSuccess: aRun({ startedAt: before(days(40)) }) }), period: null },
    { kind: 'up_to_date', codes: [] },
  ],
  [
    'long after it, with neither',
    { ...runs({ lastSuccess: aRun({ startedAt: before(days(40)) }) }), period: null, reportedSince: null },
    { kind: 'behind', codes: ['sync_outdated'] },
  ],
  [
    'with events that failed permanently and a refused token',
    { findings: [finding('events_dropped', { count: 1 }), finding('credentials_rejected')] },
    { kind: 'failing', codes: ['credentials_rejected', 'events_dropped'] },
  ],
];

describe('the status', () => {
  test.each(cases)('%s', (_when, given, expected) => {
    const status = statusOf(facts(given));
    expect({ kind: status.kind, codes: status.reasons.map(({ code }) => code) }).toEqual(expected);
  });

  test('without webhooks gets a hint at what that means', () => {
    expect(statusOf(facts({ reportedSince: null })).hints).toMatchObject([
      { code: 'webhooks_skipped', fix: 'webhooks' },
    ]);
    expect(statusOf(facts()).hints).toEqual([]);
  });

  test('is of the start of the last sync that compared everything, or of a later delivery', () => {
    const delivered = { reportedUntil: before(minutes(3)) };
    expect(statusOf(facts()).asOf).toBe(full.startedAt.toISOString());
    expect(statusOf(facts(delivered)).asOf).toBe(delivered.reportedUntil.toISOString());
    expect(statusOf(facts({ ...delivered, reportedSince: before(hours(1)) })).asOf).toBe(full.startedAt.toISOString());
    expect(statusOf(facts({ runs: none })).asOf).toBeNull();
  });

  test('of a sync that failed for its credentials leads to the connection', () => {
    const refused = { ...failed, reasons: [{ code: 'upstream_unauthorized' as const, values: {} }] };
    const [reason] = statusOf(facts(runs({ lastEnded: refused }))).reasons;
    expect(reason).toMatchObject({ code: 'sync_failed', fix: 'connection', causes: refused.reasons });
    expect(statusOf(facts(runs({ lastEnded: failed }))).reasons[0]?.fix).toBe('runs');
  });

  test('has reasons unless it is up to date, regardless of the facts, and each can be said in every language', async () => {
    const ended = [null, full, failed, changesOnly, aRun({ status: 'partial' })];
    const truths = [true, false];
    const all = ended.flatMap((lastEnded) =>
      [null, full].flatMap((lastComplete) =>
        truths.flatMap((isConnected) =>
          truths.flatMap((isRunning) =>
            truths.flatMap((wasStopped) =>
              [null, before(hours(2)), before(days(30))].flatMap((reportedSince) =>
                [[], [finding('hooks_none')], [finding('events_retrying', { count: 2 })]].map((findings) =>
                  facts({
                    isConnected,
                    reportedSince,
                    findings,
                    runs: { lastEnded, recovered: 0, lastComplete, lastSuccess: lastComplete, wasStopped, isRunning },
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    const statuses = all.map(statusOf);
    for (const status of statuses) expect(status.kind === 'up_to_date').toBe(status.reasons.length === 0);
    expect(new Set(statuses.map(({ kind }) => kind)).size).toBe(4);
    const reasons = new Map(
      statuses.flatMap(({ reasons, hints }) => [...reasons, ...hints]).map((each) => [each.code, each]),
    );
    for (const language of ['en', 'fr', 'de', 'es']) {
      const t = await translateTo(language);
      for (const reason of reasons.values()) expect(issueWords(reason, { t, moment: String })).toMatch(/\S/);
    }
  });
});

describe('what a check found', () => {
  const check = {
    findings: [finding('credentials_rejected'), finding('hooks_missing'), finding('hooks_revived')],
    connection: 'this one',
    previousAt: null,
    checkedAt: before(hours(2)).getTime(),
  };
  const reasonsFor = (given: Partial<StatusFacts['runs']>, connection = 'this one') =>
    standingFindings(check, { runs: { ...afterFull, ...given }, connection }).map(({ code }) => code);

  test('stays while nothing refutes it', () => {
    expect(reasonsFor({})).toEqual(['credentials_rejected', 'hooks_missing', 'hooks_revived']);
    expect(reasonsFor({ lastEnded: failed })).toEqual(['credentials_rejected', 'hooks_missing', 'hooks_revived']);
  });

  test('of the credentials goes away once a later sync succeeded', () => {
    expect(reasonsFor({ lastEnded: changesOnly })).toEqual(['hooks_missing', 'hooks_revived']);
  });

  test('of deliveries that were lost goes away once everything was compared', () => {
    const sweep = aRun({ mode: 'sweep', startedAt: before(hours(1)) });
    expect(reasonsFor({ lastEnded: sweep, lastComplete: sweep })).toEqual(['hooks_missing']);
  });

  test('says nothing of another connection', () => {
    expect(reasonsFor({}, 'another one')).toEqual([]);
  });
});
