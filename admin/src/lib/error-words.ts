import { readApiError } from '../api/api-error';
import type { Translate } from '../hooks/use-translate';
import { failureWords } from './failure-words';
import { refusalWords } from './setting-issue-words';

/** Why a request failed, in the administrator's language; in the server's English if there is no translation. */
export function errorWords(error: unknown, t: Translate): string {
  const { status, said, fields } = readApiError(error);
  // Strapi's own message, `Policy Failed`, is no help.
  if (status === 403) return t('commerce-bridge.error.forbidden');
  // The browser's own English, such as `Failed to fetch`.
  if (status === null && said !== null) return t('commerce-bridge.error.unreachable');
  return (
    refusalWords(fields, t) ?? (said && (failureWords(said, t) ?? said.message)) ?? t('commerce-bridge.error.unknown')
  );
}
