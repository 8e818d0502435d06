import type { SecretView } from '../../../../contracts/admin/secret-view';
import type { SecretEntry } from './secret-entry';

/**
 * How a secret shows itself:
 * `locked` it comes from elsewhere; `kept` stored, and stays so; `removed` stored, goes with the next save;
 * `replacing` stored, and another is being entered; `empty` none is stored that could be used.
 */
export type SecretFace = 'locked' | 'kept' | 'removed' | 'replacing' | 'empty';

/** Which face a secret shows, from what is stored and what the administrator has begun. */
export function secretFace(state: {
  entry: SecretEntry;
  stored: SecretView;
  isLocked: boolean;
  isReplacing: boolean;
}): SecretFace {
  if (state.isLocked) return 'locked';
  if (state.entry === null) return 'removed';
  if (!state.stored.isSet || state.stored.enterAgain) return 'empty';
  return state.isReplacing || state.entry !== '' ? 'replacing' : 'kept';
}
