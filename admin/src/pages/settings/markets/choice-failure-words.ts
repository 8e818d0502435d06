import type { ChoiceFailure } from '../../../../../contracts/admin/market-desk';
import type { Translate } from '../../../hooks/use-translate';
import { failureWords } from '../../../lib/failure-words';
import { scopeTexts } from '../../../lib/scope-texts';

/** Why the choices could not be read from the store, and what to do about it. */
export function choiceFailureWords({ scope, code, values, message }: ChoiceFailure, t: Translate): string {
  if (scope === null) return failureWords({ code, values, message }, t) ?? message;
  const known = scopeTexts(scope);
  const name = known === undefined ? scope : t(known.name);
  return `${t('commerce-bridge.markets.choice.refused', { name })} ${t('commerce-bridge.test.upstreamSaid', { message })}`;
}
