import { setTimeout as pause } from 'node:timers/promises';
import { syncState, type Run } from '../../contracts/admin/runs';
import type { Administrator } from './administrator';

/** Starts a full run and follows it to its end; `show` is called for every change. */
export async function synchronize(administrator: Administrator, show: (run: Run) => void): Promise<Run> {
  const started = await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  if (started.status !== 202) {
    throw new Error(`POST /commerce-bridge/sync returned ${started.status}: ${JSON.stringify(started.body)}`);
  }
  let shown = '';
  for (;;) {
    const response = await administrator.request('GET', '/commerce-bridge/sync');
    if (response.status !== 200) {
      throw new Error(`GET /commerce-bridge/sync returned ${response.status}: ${JSON.stringify(response.body)}`);
    }
    const { current, last } = syncState.parse(response.body);
    const run = current ?? last;
    if (run !== null && JSON.stringify(run) !== shown) {
      shown = JSON.stringify(run);
      show(run);
    }
    if (current === null && last !== null) return last;
    await pause(250);
  }
}

/** One line with the progress of a run, for example `products  1,250 of 10,000 (12 %), 3 failed`. */
export function describeProgress(run: Run): string {
  const { fetched, failed } = run.counts;
  const share =
    run.total === null || run.total === 0
      ? ''
      : ` of ${count(run.total)} (${Math.floor((100 * fetched) / run.total)} %)`;
  return `${run.phase.padEnd(10)} ${count(fetched)} products${share}${failed > 0 ? `, ${count(failed)} failed` : ''}`;
}

/** One line that says how a run ended. */
export function describeResult(run: Run, seconds: number): string {
  const { created, updated, unchanged, removed, failed } = run.counts;
  const { category, brand } = run.countsByEntity;
  const others = `${count(category.fetched)} categories, ${count(brand.fetched)} brands`;
  const products = `${count(created)} products created, ${count(updated)} updated, ${count(unchanged)} unchanged, ${count(removed)} removed, ${count(failed)} failed`;
  return `${run.status} after ${seconds.toFixed(1)} s: ${products}; ${others}; ${count(run.requests)} upstream requests`;
}

const count = (value: number): string => value.toLocaleString('en');
