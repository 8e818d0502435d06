import { createHash } from 'node:crypto';
import type { Milliseconds } from '../lib/durations';
import { milliseconds } from '../lib/durations';
import type { Timetable } from '../lib/scheduler';
import { connectionOf, type Settings } from '../settings/settings-service';
import { MissingSettingsError } from '../settings/settings-errors';
import type { RunFacts, RunFactsReader } from '../sync/runs/run-facts';
import type { TallyStore } from '../webhooks/delivery-tallies';
import type { EventBacklog } from '../webhooks/event-queue';
import type { StatusFacts } from './status-facts';

export interface StatusFactsOptions {
  settings: () => Promise<Settings>;
  runFacts: RunFactsReader;
  /** Null while the schedule is off. */
  timetable: () => Promise<Timetable | null>;
  upcoming: (timetable: Timetable, count: number) => readonly Date[];
  reportedSince: (storeHash: string) => Promise<Date | null>;
  tallies: Pick<TallyStore, 'read'>;
  events: Pick<EventBacklog, 'reportedUntil'>;
  /** The store's default channel; null before the first sync. */
  defaultChannel: () => Promise<number | null>;
}

// Two weeks of a daily schedule: enough to see its longest pause.
const lookedAt = 15;
const noRuns = {
  lastEnded: null,
  recovered: 0,
  lastComplete: null,
  lastSuccess: null,
  wasStopped: false,
  isRunning: false,
};

/** Collects the facts for the status from the site's own database; sends no request upstream. */
export function createStatusFacts(
  options: StatusFactsOptions,
): () => Promise<Omit<StatusFacts, 'now' | 'findings'> & { connection: string }> {
  async function period(): Promise<Milliseconds | null> {
    const timetable = await options.timetable();
    return timetable && longestPause(options.upcoming(timetable, lookedAt));
  }

  /** Needs both sources: finished events are pruned after a while, and tallies do not cover waiting events. */
  async function reportedUntil({ lastComplete }: RunFacts): Promise<Date | null> {
    const reported = await options.events.reportedUntil(lastComplete?.startedAt ?? new Date(0));
    if (reported?.isWaiting) return reported.moment;
    const accepted = (await options.tallies.read()).find(({ name }) => name === 'accepted')?.lastAt;
    const moments = [reported?.moment, accepted].flatMap((moment) => moment?.getTime() ?? []);
    return moments.length === 0 ? null : new Date(Math.max(...moments));
  }

  return async () => {
    const settings = await options.settings();
    const { storeHash, channelId } = settings.plain;
    const runs = storeHash === null ? noRuns : await options.runFacts.read(storeHash);
    return {
      isConnected: isConnected(settings),
      connection: digestOf(settings),
      runs,
      period: await period().catch(() => null),
      reportedSince: storeHash === null ? null : await options.reportedSince(storeHash),
      reportedUntil: await reportedUntil(runs),
      channelId: channelId ?? (await options.defaultChannel()),
    };
  };
}

function isConnected(settings: Settings): boolean {
  try {
    return connectionOf(settings).storeHash !== '';
  } catch (error) {
    if (error instanceof MissingSettingsError) return false;
    throw error;
  }
}

/**
 * Identifies the connection that a check used: its findings do not apply to another store, token, or public address.
 */
export function digestOf({ plain, secrets }: Settings): string {
  const token = secrets.accessToken.kind === 'set' ? secrets.accessToken.value : null;
  return createHash('sha256')
    .update(JSON.stringify([plain.apiUrl, plain.storeHash, token, plain.publicUrl]))
    .digest('hex')
    .slice(0, 32);
}

/** The longest gap between two of these times, since a workday schedule pauses on weekends; null for fewer than two. */
function longestPause(times: readonly Date[]): Milliseconds | null {
  const pauses = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? time.getTime()));
  return pauses.length === 0 ? null : milliseconds(Math.max(...pauses));
}
