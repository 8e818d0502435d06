import { describe, expect, test } from 'vitest';
import type { RunCounts } from '../../../contracts/admin/runs';
import {
  addSample,
  estimateProgress,
  rateWindow,
  type ProgressSample,
} from '../../../admin/src/pages/bridge/runs/progress';

const counts = (fetched: number): RunCounts => ({
  fetched,
  created: fetched,
  updated: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
});
const sample = (at: number, fetched: number, other: Partial<ProgressSample> = {}): ProgressSample => ({
  runId: 'one',
  phase: 'products',
  at,
  fetched,
  ...other,
});
const collect = (...samples: ProgressSample[]) => samples.reduce(addSample, [] as ProgressSample[]);

describe('progress of a run', () => {
  test('percentage, rate, and remaining time follow from the counts', () => {
    const samples = collect(sample(1_000, 100), sample(2_000, 150), sample(3_000, 200));
    expect(estimateProgress({ counts: counts(200), total: 1_000 }, samples)).toEqual({
      percent: 20,
      perSecond: 50,
      secondsLeft: 16,
    });
  });

  test("is unknown until upstream's total and a second sample are known", () => {
    expect(estimateProgress({ counts: counts(0), total: null }, collect(sample(1_000, 0)))).toEqual({
      percent: null,
      perSecond: null,
      secondsLeft: null,
    });
  });

  test('has no remaining time while nothing moves', () => {
    const estimate = estimateProgress(
      { counts: counts(50), total: 100 },
      collect(sample(1_000, 50), sample(2_000, 50)),
    );
    expect(estimate).toEqual({ percent: 50, perSecond: 0, secondsLeft: null });
  });

  test('never exceeds a hundred percent, even if products are added upstream during a run', () => {
    expect(estimateProgress({ counts: counts(103), total: 100 }, []).percent).toBe(100);
  });
});

describe('the samples for the rate', () => {
  test('are from the last half minute, so that the rate follows a change of speed', () => {
    const samples = collect(
      sample(0, 0),
      sample(1_000, 1_000),
      sample(rateWindow + 500, 1_010),
      sample(rateWindow + 1_000, 1_020),
    );
    expect(samples.map(({ at }) => at)).toEqual([1_000, rateWindow + 500, rateWindow + 1_000]);
  });

  test('start over with another run', () => {
    expect(collect(sample(1_000, 500), sample(2_000, 10, { runId: 'two' }))).toEqual([
      sample(2_000, 10, { runId: 'two' }),
    ]);
  });

  test('are only from the products phase: earlier phases would make the rate look slower', () => {
    expect(collect(sample(1_000, 0, { phase: 'categories' }), sample(9_000, 50), sample(10_000, 100)).length).toBe(2);
  });

  test('count one state once, however often the page shows it', () => {
    expect(collect(sample(1_000, 10), sample(1_000, 10))).toEqual([sample(1_000, 10)]);
  });
});
