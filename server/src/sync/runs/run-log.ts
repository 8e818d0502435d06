import type { RunLogEntry, RunLogLine } from '../../../../contracts/admin/runs';
import type { Clock } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';

/** A line with its time. */
export interface NotedLine {
  at: Date;
  line: RunLogLine;
}

/** Stores the lines of runs. */
export interface RunLogStore {
  /** Adds lines, and deletes all but the last `keep` of the run. */
  append(runId: string, lines: readonly NotedLine[], keep: number): Promise<void>;
  /** The last lines, oldest first. */
  read(runId: string, limit: number): Promise<RunLogEntry[]>;
}

/**
 * The log of a run, for administrators who watch it. Lines are buffered in memory and written with the heartbeat, so
 * that a run pays for one statement a second and none per page.
 */
export interface RunLog {
  note(line: RunLogLine): void;
  /** Writes the buffered lines. A log that cannot be written is no reason to end a run. */
  flush(): Promise<void>;
}

/** How many lines of a run are stored. */
export const maxRunLogLines = 200;
const longestText = 500;

export function createRunLog(
  runId: string,
  { store, clock, logger }: { store: RunLogStore; clock: Clock; logger: Logger },
): RunLog {
  let noted: NotedLine[] = [];
  return {
    note(line) {
      noted.push({ at: clock.now(), line: shortened(line) });
      if (noted.length > maxRunLogLines) noted = noted.slice(-maxRunLogLines);
    },
    async flush() {
      const lines = noted;
      noted = [];
      if (lines.length === 0) return;
      try {
        await store.append(runId, lines, maxRunLogLines);
      } catch (error) {
        logger.warn('lines of a run could not be stored', { runId, lines: lines.length, error: describeError(error) });
      }
    },
  };
}

function shortened(line: RunLogLine): RunLogLine {
  if (line.kind === 'failure')
    return { ...line, name: line.name?.slice(0, longestText) ?? null, reason: line.reason.slice(0, longestText) };
  if (line.kind === 'ended') return { ...line, error: line.error?.slice(0, longestText) ?? null };
  return line;
}
