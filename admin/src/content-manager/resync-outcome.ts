import type { ProductResync } from '../../../contracts/admin/catalog';
import type { Translate, TranslationKey } from '../hooks/use-translate';

interface OutcomeLook {
  type: 'success' | 'info' | 'warning' | 'danger';
  text: TranslationKey;
}

const updated: OutcomeLook = { type: 'success', text: 'commerce-bridge.panel.outcome.updated' };
const updatedLater: OutcomeLook = { type: 'success', text: 'commerce-bridge.panel.outcome.updatedLater' };
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

/**
 * The notification about a resync, and whether this site has now what the store has.
 * @param context.isShown whether the entry's form shows it, too; not while it has changes that are not saved
 */
export function resyncOutcome({ outcome, reason }: ProductResync, { t, isShown }: { t: Translate; isShown: boolean }) {
  const look = looks[outcome];
  const { type, text } = look === updated && !isShown ? updatedLater : look;
  return { type, message: t(text, { reason }), isSynced: type === 'success' };
}
