import type { EventStatusName, QueuedEvent } from '../../../../../contracts/admin/events';
import type { StatusVariant } from '../../../components/status-badge';
import type { TranslationKey } from '../../../hooks/use-translate';

/** How each state of an event shows, in words and color. */
export const statusTexts: Record<EventStatusName, { text: TranslationKey; variant: StatusVariant }> = {
  pending: { text: 'commerce-bridge.event.pending', variant: 'secondary' },
  failed: { text: 'commerce-bridge.event.failed', variant: 'warning' },
  complete: { text: 'commerce-bridge.event.complete', variant: 'success' },
  dropped: { text: 'commerce-bridge.event.dropped', variant: 'danger' },
};

export const entityTexts: Record<QueuedEvent['entity'], TranslationKey> = {
  product: 'commerce-bridge.entity.product',
  category: 'commerce-bridge.entity.category',
  store: 'commerce-bridge.event.store',
  market_product: 'commerce-bridge.event.marketProduct',
};
