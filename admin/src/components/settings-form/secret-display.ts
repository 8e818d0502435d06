import type { SecretView } from '../../../../contracts/admin/secret-view';
import type { SecretEntry } from './secret-entry';

/**
 * How a secret is shown:
 * `locked`: it comes from elsewhere; `kept`: stored and unchanged; `removed`: stored, and removed by the next save;
 * `replacing`: stored, and a new one is being entered; `empty`: no usable secret is stored.
 */
export type SecretDisplay = 'locked' | 'kept' | 'removed' | 'replacing' | 'empty';

/** How a secret is shown, from what is stored and what the administrator has started to do. */
export function secretDisplay(state: {
  entry: SecretEntry;
  stored: SecretView;
  isLocked: boolean;
  isReplacing: boolean;
}): SecretDisplay {
  if (state.isLocked) return 'locked';
  if (state.entry === null) return 'removed';
  if (!state.stored.isSet || state.stored.enterAgain) return 'empty';
  return state.isReplacing || state.entry !== '' ? 'replacing' : 'kept';
}
