import { useCallback } from 'react';
import { readApiError } from '../api/api-error';
import { settingIssueWords } from '../lib/setting-issue-words';
import { useTranslate } from './use-translate';

/** Why a request's fields were rejected, by field name, in the administrator's language if there is a translation. */
export function useFieldWords(): (error: unknown) => Record<string, string> {
  const t = useTranslate();
  return useCallback(
    (error) =>
      Object.fromEntries(
        Object.entries(readApiError(error).fields).map(([name, problem]) => [name, settingIssueWords(problem, t)]),
      ),
    [t],
  );
}
