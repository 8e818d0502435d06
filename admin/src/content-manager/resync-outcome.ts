import type { ProductResync } from '../../../contracts/admin/catalog';
import type { Translate, TranslationKey } from '../hooks/use-translate';

interface OutcomeLook {
  type: 'success' | 'info' | 'warning' | 'danger';
  text: TranslationKey;
}

const updated: OutcomeLook = { type: 'success', text: 'commerce-bridge.panel.outcome.updated' };
const unchanged: OutcomeLook = { type: 'success', text: 'commerce-bridge.panel.outcome.unchanged' };
const removed: OutcomeLook = { type: 'warning', text: 'commerce-bridge.panel.outcome.removed' };

const looks: Record<ProductResync['outcome'], OutcomeLook> = {
  created: updated,
  updated,
  unchanged,
  outdated: unchanged,
  removed,
  absent: removed,
  held: { type: 'warning', text: 'commerce-bridge.panel.outcome.held' },
  failed: { type: 'danger', text: 'commerce-bridge.panel.outcome.failed' },
};

/** The notification about a resync, and whether this site has now what the store has. */
export function resyncOutcome({ outcome, reason }: ProductResync, t: Translate) {
  const { type, text } = looks[outcome];
  return { type, message: t(text, { reason }), isSynced: type === 'success' };
}
