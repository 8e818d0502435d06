import type { DryMarketPart, Run } from '../../../contracts/admin/runs';
import { amount } from './table';

/** A run's progress, for example `products: 1,250 of 10,000 (12 %), 3 failed`. */
export function progressOf({ phase, counts: { fetched, failed }, total, countsByEntity, requests }: Run): string {
  if (phase === 'starting') return `starting, ${amount(requests)} requests`;
  if (phase === 'categories') return `categories: ${amount(countsByEntity.category.fetched)}`;
  if (phase === 'brands') return `brands: ${amount(countsByEntity.brand.fetched)}`;
  const share = total === null || total === 0 ? '' : ` of ${amount(total)} (${Math.floor((100 * fetched) / total)} %)`;
  return `${phase}: ${amount(fetched)}${share}${failed > 0 ? `, ${amount(failed)} failed` : ''}`;
}

const barWidth = 24;

/** A progress bar for a terminal, followed by a space; empty while the progress is unknown. */
export function barOf({ phase, counts: { fetched }, total }: Run): string {
  if (phase !== 'products' || total === null || total === 0) return '';
  const done = Math.floor(barWidth * Math.min(1, fetched / total));
  return `[${'#'.repeat(done).padEnd(barWidth, '-')}] `;
}

/** How a run ended, and what it did, or would have done in the case of a dry run. */
export function resultOf(run: Run): string[] {
  const { created, updated, unchanged, removed, failed } = run.counts;
  const kind = `${run.dryRun ? 'dry ' : ''}${run.mode} sync`;
  const seconds =
    run.finishedAt === null
      ? ''
      : ` after ${((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1)} s`;
  const did = run.dryRun ? 'would be ' : '';
  return [
    `The ${kind} ${run.id} ${endings[run.status]}${seconds}.`,
    `Products: ${amount(created)} ${did}created, ${amount(updated)} ${did}updated, ${amount(removed)} ${did}removed, ${amount(unchanged)} unchanged, ${amount(failed)} failed.`,
    ...(run.marketParts ?? []).map(partOf),
    ...(run.error === null ? [] : [run.error]),
  ];
}

/** What a dry run would do in a part of further markets, for example `EU, prices EUR: 3 would be created, …`. */
function partOf({ kind, currency, locale, markets, counts, problem }: DryMarketPart): string {
  const part =
    `${markets.join(', ')}, ${kind === 'membership' ? 'products sold' : kind} ${currency ?? locale ?? ''}`.trim();
  if (counts === null) return `${part}: ${problem}`;
  const { created, updated, removed, unchanged, failed } = counts;
  return `${part}: ${amount(created)} would be created, ${amount(updated)} would be updated, ${amount(removed)} would be removed, ${amount(unchanged)} unchanged, ${amount(failed)} failed.`;
}

const endings: Readonly<Record<Run['status'], string>> = {
  running: 'is under way',
  succeeded: 'succeeded',
  partial: 'succeeded in part',
  failed: 'failed',
  cancelled: 'was stopped',
};
