import { useEffect, useState } from 'react';
import type { Run } from '../../../../../contracts/admin/runs';
import { addSample, estimateProgress, type ProgressEstimate, type ProgressSample } from './progress';

/** Watches a run from response to response; `receivedAt` is when its state came, in milliseconds of the browser's clock. */
export function useProgress(run: Run, receivedAt: number): ProgressEstimate {
  const [samples, setSamples] = useState<ProgressSample[]>([]);
  const { id, phase, counts } = run;
  useEffect(() => {
    setSamples((known) => addSample(known, { runId: id, phase, at: receivedAt, fetched: counts.fetched }));
  }, [id, phase, receivedAt, counts.fetched]);
  return estimateProgress(run, samples);
}
