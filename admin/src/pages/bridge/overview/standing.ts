import type { Overview } from '../../../../../contracts/admin/overview';

/** Whether the site is in sync with the store, and if not, why; the gravest reason first. */
export type Standing =
  | 'running'
  | 'never'
  | 'unhealthy'
  | 'dropped'
  | 'lastRunFailed'
  | 'lastRunPartial'
  | 'unchecked'
  | 'inStep';

export function standingOf({
  health,
  sync: { current, lastWriting: last },
  events,
}: Pick<Overview, 'health' | 'sync' | 'events'>): Standing {
  if (last === null) return current === null ? 'never' : 'running';
  if (health !== null && !health.healthy) return 'unhealthy';
  if (last.status === 'failed' || last.status === 'cancelled') return 'lastRunFailed';
  if (events.dropped > 0) return 'dropped';
  if (last.status === 'partial') return 'lastRunPartial';
  return health === null ? 'unchecked' : 'inStep';
}
