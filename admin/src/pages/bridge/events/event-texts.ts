import type { EventStatusName, QueuedEvent } from '../../../../../contracts/admin/events';
import type { StatusVariant } from '../../../components/status-badge';
import type { TranslationKey } from '../../../hooks/use-translate';

/** Text and color of each event status. */
export const statusTexts: Record<EventStatusName, { text: TranslationKey; variant: StatusVariant }> = {
  pending: { text: 'commerce-bridge.event.pending', variant: 'secondary' },
  failed: { text: 'commerce-bridge.event.failed', variant: 'warning' },
  complete: { text: 'commerce-bridge.event.complete', variant: 'success' },
  dropped: { text: 'commerce-bridge.event.dropped', variant: 'danger' },
};

const entityTexts: Record<Exclude<QueuedEvent['entity'], 'market'>, TranslationKey> = {
  product: 'commerce-bridge.entity.product',
  category: 'commerce-bridge.entity.category',
  store: 'commerce-bridge.event.store',
  market_product: 'commerce-bridge.event.marketProduct',
};

/** What an event is about; for market events, its scope tells. */
export function entityTextOf({ entity, scope }: Pick<QueuedEvent, 'entity' | 'scope'>): TranslationKey {
  if (entity !== 'market') return entityTexts[entity];
  return scope.startsWith('store/channel/') ? 'commerce-bridge.event.channel' : 'commerce-bridge.event.priceList';
}
