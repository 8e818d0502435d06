import type { Run, RunPhase } from '../../../../../contracts/admin/runs';

/** How far a run was at a moment of the browser's clock, in milliseconds. */
export interface ProgressSample {
  runId: string;
  phase: RunPhase;
  at: number;
  fetched: number;
}

/** How a run is doing; null is what is not known yet. */
export interface ProgressEstimate {
  /** 0 to 100. */
  percent: number | null;
  /** Products fetched in a second, of late. */
  perSecond: number | null;
  secondsLeft: number | null;
}

/** How far back the rate looks: a run's pace changes with upstream's limits, and its start says little later on. */
export const rateWindow = 30_000;

/**
 * The samples to keep once another has come: those of the same run within the window.
 * Only while products are fetched; the phases before would make the pace look slower than it is.
 */
export function addSample(samples: ProgressSample[], sample: ProgressSample): ProgressSample[] {
  if (sample.phase !== 'products') return [];
  const recent = samples.filter((known) => {
    const age = sample.at - known.at;
    return known.runId === sample.runId && age > 0 && age <= rateWindow;
  });
  return [...recent, sample];
}

/** Percent done, rate and time left of a run, from how its counts moved while we watched. */
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
