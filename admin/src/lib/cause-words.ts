import type { HealthCause } from '../../../contracts/admin/health';
import type { Translate, TranslationKey } from '../hooks/use-translate';
import { lookUp } from './look-up';
import { outcomeWords } from './outcome-words';

const texts: Record<string, TranslationKey> = {
  delivery_not_stored: 'commerce-bridge.cause.deliveryNotStored',
  delivery_not_json: 'commerce-bridge.cause.deliveryNotJson',
  delivery_without_scope: 'commerce-bridge.cause.deliveryWithoutScope',
  target_unreachable: 'commerce-bridge.cause.targetUnreachable',
  target_secret_unreadable: 'commerce-bridge.cause.targetSecretUnreadable',
};

/** By the problem with the safelist. */
const safelistTexts: Record<string, TranslationKey> = {
  outside: 'commerce-bridge.cause.safelistOutside',
  unreadable: 'commerce-bridge.cause.safelistUnreadable',
  file: 'commerce-bridge.cause.safelistFile',
  empty: 'commerce-bridge.cause.safelistEmpty',
};

/** The causes of an issue, in the administrator's language; in the server's English if any has no known code. */
export function causeWords(reason: string, causes: readonly HealthCause[], t: Translate): string {
  const words = causes.map((cause) => wordsOf(cause, reason, t));
  return words.length > 0 && words.every((sentence) => sentence !== undefined) ? words.join(' ') : reason;
}

function wordsOf(cause: HealthCause, reason: string, t: Translate): string | undefined {
  const { code, values } = cause;
  const text = code === 'safelist_unusable' ? lookUp(safelistTexts, values['flaw']) : lookUp(texts, code);
  if (text !== undefined) return t(text, values);
  if (code === 'target_refused')
    return values['said'] === ''
      ? t('commerce-bridge.cause.targetRefused', values)
      : t('commerce-bridge.cause.targetRefusedSaying', values);
  if (code === 'invalid_timetable')
    return values['timeZone'] === undefined
      ? t('commerce-bridge.cause.noCronExpression', values)
      : t('commerce-bridge.cause.noTimeZone', values);
  return outcomeWords({ error: reason, reasons: [cause] }, t) ?? undefined;
}
