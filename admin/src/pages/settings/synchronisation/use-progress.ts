import { useEffect, useState } from 'react';
import type { Run } from '../../../../../contracts/admin/runs';
import { addSample, estimateProgress, type ProgressEstimate, type ProgressSample } from './progress';

/** Watches a run from answer to answer; `receivedAt` is when its state came, in milliseconds of the browser's clock. */
export function useProgress(run: Run, receivedAt: number): ProgressEstimate {
  const [samples, setSamples] = useState<ProgressSample[]>([]);
  const { id, counts } = run;
  useEffect(() => {
    setSamples((known) => addSample(known, { runId: id, at: receivedAt, fetched: counts.fetched }));
  }, [id, receivedAt, counts.fetched]);
  return estimateProgress(run, samples);
}
