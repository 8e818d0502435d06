import { useCallback } from 'react';
import type { HealthIssue, HealthRecord } from '../../../contracts/admin/health';
import type { StatusReason } from '../../../contracts/admin/status';
import { issueWords } from '../lib/issue-words';
import { useFormats } from './use-formats';
import { useTranslate } from './use-translate';

/** The reason for a status, in the administrator's language; in the server's English if there is no translation. */
export function useReasonWords(): (reason: StatusReason) => string {
  const t = useTranslate();
  const { moment } = useFormats();
  return useCallback((reason) => issueWords(reason, { t, moment }) ?? reason.text, [moment, t]);
}

/** The findings of a health check, in the same way. */
export function useIssueWords(): (record: Pick<HealthRecord, 'errors' | 'issues'>) => string[] {
  const t = useTranslate();
  const { moment } = useFormats();
  return useCallback(
    ({ errors, issues }) =>
      errors.map((error, place) => {
        const issue: HealthIssue | undefined = issues?.[place];
        return (issue && issueWords(issue, { t, moment })) ?? error;
      }),
    [moment, t],
  );
}
