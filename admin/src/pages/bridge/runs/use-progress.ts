import { useEffect, useState } from 'react';
import type { Run } from '../../../../../contracts/admin/runs';
import { addSample, estimateProgress, type ProgressEstimate, type ProgressSample } from './progress';

/** Tracks a run's progress; `receivedAt` is when its state was received, in milliseconds of the browser's clock. */
export function useProgress(run: Run, receivedAt: number): ProgressEstimate {
  const [samples, setSamples] = useState<ProgressSample[]>([]);
  const { id, phase, counts } = run;
  useEffect(() => {
    setSamples((known) => addSample(known, { runId: id, phase, at: receivedAt, fetched: counts.fetched }));
  }, [id, phase, receivedAt, counts.fetched]);
  return estimateProgress(run, samples);
}
