import { days } from '../lib/durations';
import { momentWords } from '../lib/moment-words';
import type { HealthFinding } from './health-check';
import type { StatusFacts } from './status-facts';

const whereRunsAre = 'See Commerce Bridge → Sync history.';

/** Findings from runs, schedule, and webhook registration; a run that an administrator stopped is not a failure. */
export function runFindings(facts: StatusFacts): HealthFinding[] {
  if (!facts.isConnected)
    return [
      {
        code: 'not_connected',
        values: {},
        text: 'Enter the store hash and the access token under Settings → Commerce Bridge → Connection.',
      },
    ];
  return [
    ...firstRun(facts),
    ...lastEnded(facts.runs),
    ...otherChannel(facts),
    ...deletions(facts),
    ...late(facts),
    ...hints(facts),
  ];
}

function firstRun({ runs }: StatusFacts): HealthFinding[] {
  if (runs.lastEnded !== null) return [];
  if (runs.isRunning)
    return [{ code: 'first_sync_running', values: {}, text: `The first sync is in progress. ${whereRunsAre}` }];
  if (runs.wasStopped)
    return [
      {
        code: 'first_sync_stopped',
        values: {},
        text: 'The first sync was stopped before it finished. Start it again under Commerce Bridge → Sync history.',
      },
    ];
  return [
    {
      code: 'sync_not_started',
      values: {},
      text: 'No sync has run yet. Start the first one under Commerce Bridge → Sync history.',
    },
  ];
}

function lastEnded({ lastEnded: run, recovered }: StatusFacts['runs']): HealthFinding[] {
  if (run === null) return [];
  const at = (run.finishedAt ?? run.startedAt).toISOString();
  if (run.status === 'failed')
    return [
      {
        code: 'sync_failed',
        values: { at, error: run.error ?? '' },
        ...(run.reasons.length > 0 && { causes: [...run.reasons] }),
        text: `The sync that ended on ${momentWords(new Date(at))} failed: ${run.error ?? ''} ${whereRunsAre}`,
      },
    ];
  if (run.status !== 'partial') return [];
  const failed = Object.values(run.counts).reduce((sum, counts) => sum + counts.failed, 0);
  const count = Math.max(0, failed - recovered);
  const fewer = run.reasons.find(({ code }) => code === 'listed_fewer');
  const findings: HealthFinding[] = [];
  if (count > 0)
    findings.push({
      code: 'records_failed',
      values: { count, at },
      text: `The sync that ended on ${momentWords(new Date(at))} couldn't import ${count} ${count === 1 ? 'record' : 'records'}. ${whereRunsAre}`,
    });
  if (fewer || failed === 0)
    findings.push({
      code: 'listed_fewer',
      values: { at, ...fewer?.values },
      text: `The sync that ended on ${momentWords(new Date(at))} is incomplete: ${run.error ?? ''} ${whereRunsAre}`,
    });
  return findings;
}

/** Published products and the category tree are still those of the channel that was last synced. */
function otherChannel({ channelId: channel, runs: { lastComplete } }: StatusFacts): HealthFinding[] {
  const synced = lastComplete?.channelId ?? null;
  if (channel === null || synced === null || synced === channel) return [];
  return [
    {
      code: 'channel_changed',
      values: { channel, synced },
      text: `The settings name channel ${channel}, but the catalog was synced from channel ${synced}. Start a full sync under Commerce Bridge → Sync history.`,
    },
  ];
}

/** An incremental run does not notice deletions; webhooks report them, but only if there was no gap. */
function deletions({ runs: { lastEnded: last, lastComplete }, reportedSince }: StatusFacts): HealthFinding[] {
  if (last?.mode !== 'incremental' || last.status === 'failed' || lastComplete === null) return [];
  if (last.startedAt <= lastComplete.startedAt) return [];
  if (reportedSince !== null && reportedSince <= lastComplete.startedAt) return [];
  return [
    {
      code: 'deletions_unchecked',
      values: { at: lastComplete.startedAt.toISOString() },
      text: `Records deleted from BigCommerce since ${momentWords(lastComplete.startedAt)} may still be here: a sync of changes only doesn't notice deletions, and webhooks haven't reported all of them. Start a sync with a full check under Commerce Bridge → Sync history.`,
    },
  ];
}

/**
 * The last successful run began more than two periods ago (behavior 4.15); without a schedule and webhooks, two days
 * ago.
 */
function late({
  now,
  runs: { lastEnded: last, lastSuccess, isRunning },
  period,
  reportedSince,
}: StatusFacts): HealthFinding[] {
  const expected = period ?? (reportedSince === null ? days(1) : null);
  if (expected === null || last === null || last.status === 'failed' || isRunning) return [];
  const since = lastSuccess?.startedAt ?? null;
  if (since === null || now.getTime() - since.getTime() <= 2 * expected) return [];
  return [
    {
      code: 'sync_outdated',
      values: { at: since.toISOString() },
      text: `The last successful sync started on ${momentWords(since)}, more than two scheduled intervals ago. ${whereRunsAre}`,
    },
  ];
}

function hints({ reportedSince }: StatusFacts): HealthFinding[] {
  if (reportedSince !== null) return [];
  return [
    {
      code: 'webhooks_skipped',
      values: {},
      text: 'No webhooks are registered for this site, so changes only arrive with the next sync. Register webhooks under Settings → Commerce Bridge → Webhooks.',
    },
  ];
}
