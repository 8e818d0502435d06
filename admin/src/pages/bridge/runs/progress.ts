import type { Run, RunPhase } from '../../../../../contracts/admin/runs';

/** How far a run was at a moment, in milliseconds of the browser's clock. */
export interface ProgressSample {
  runId: string;
  phase: RunPhase;
  at: number;
  fetched: number;
}

/** The progress of a run; unknown values are null. */
export interface ProgressEstimate {
  /** 0 to 100. */
  percent: number | null;
  /** Products fetched per second, recently. */
  perSecond: number | null;
  secondsLeft: number | null;
}

/** The period over which the rate is measured: upstream's limits change a run's pace, so older samples mislead. */
export const rateWindow = 30_000;

/**
 * Adds a sample, and drops those outside the window or of other runs. Keeps samples only while products are fetched:
 * the earlier phases would make the pace look slower than it is.
 */
export function addSample(samples: ProgressSample[], sample: ProgressSample): ProgressSample[] {
  if (sample.phase !== 'products') return [];
  const recent = samples.filter((known) => {
    const age = sample.at - known.at;
    return known.runId === sample.runId && age > 0 && age <= rateWindow;
  });
  return [...recent, sample];
}

/** Percent done, rate, and time left of a run, from how its counts changed between samples. */
export function estimateProgress(run: Pick<Run, 'counts' | 'total'>, samples: ProgressSample[]): ProgressEstimate {
  const { fetched } = run.counts;
  const percent = run.total === null || run.total === 0 ? null : Math.min(100, (fetched / run.total) * 100);
  const perSecond = recentRate(samples);
  const left = run.total === null ? null : Math.max(0, run.total - fetched);
  const secondsLeft = left === null || perSecond === null || perSecond === 0 ? null : left / perSecond;
  return { percent, perSecond, secondsLeft };
}

function recentRate(samples: ProgressSample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || first.at === last.at || last.fetched === 0) return null;
  return Math.max(0, last.fetched - first.fetched) / ((last.at - first.at) / 1000);
}
