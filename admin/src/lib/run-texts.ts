import type { Run, RunMode, RunPhase, RunStatus } from '../../../contracts/admin/runs';
import type { TranslationKey } from '../hooks/use-translate';

/** How each status shows, in words and color. */
export const statusLooks: Record<
  RunStatus,
  { text: TranslationKey; variant: 'secondary' | 'success' | 'warning' | 'danger' | 'neutral' }
> = {
  running: { text: 'commerce-bridge.status.running', variant: 'secondary' },
  succeeded: { text: 'commerce-bridge.status.succeeded', variant: 'success' },
  partial: { text: 'commerce-bridge.status.partial', variant: 'warning' },
  failed: { text: 'commerce-bridge.status.failed', variant: 'danger' },
  cancelled: { text: 'commerce-bridge.status.cancelled', variant: 'neutral' },
};

export const modeTexts: Record<RunMode, TranslationKey> = {
  full: 'commerce-bridge.mode.full',
  sweep: 'commerce-bridge.mode.sweep',
  incremental: 'commerce-bridge.mode.incremental',
};

export const modeHints: Record<RunMode, TranslationKey> = {
  full: 'commerce-bridge.mode.fullHint',
  sweep: 'commerce-bridge.mode.sweepHint',
  incremental: 'commerce-bridge.mode.incrementalHint',
};

export const phaseTexts: Record<RunPhase, TranslationKey> = {
  starting: 'commerce-bridge.phase.starting',
  categories: 'commerce-bridge.phase.categories',
  brands: 'commerce-bridge.phase.brands',
  products: 'commerce-bridge.phase.products',
  sweep: 'commerce-bridge.phase.sweep',
  removal: 'commerce-bridge.phase.removal',
  finished: 'commerce-bridge.phase.finished',
};

export const entityTexts: Record<Run['failures'][number]['entity'], TranslationKey> = {
  product: 'commerce-bridge.entity.product',
  category: 'commerce-bridge.entity.category',
  brand: 'commerce-bridge.entity.brand',
};

export const pluralTexts: typeof entityTexts = {
  product: 'commerce-bridge.entity.products',
  category: 'commerce-bridge.entity.categories',
  brand: 'commerce-bridge.entity.brands',
};

/** Seconds that a finished run took; null while it runs. Both times are the server's. */
export function runSeconds(run: Pick<Run, 'startedAt' | 'finishedAt'>): number | null {
  if (run.finishedAt === null) return null;
  return (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
}

/** How many records failed, of all kinds. */
export function failedRecords(run: Pick<Run, 'countsByEntity'>): number {
  return Object.values(run.countsByEntity).reduce((sum, counts) => sum + counts.failed, 0);
}
