import { useCallback } from 'react';
import type { RunLogLine, WaitCause } from '../../../../../contracts/admin/runs';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { entityTexts, modeTexts, phaseTexts, pluralTexts, statusLooks } from '../../../lib/run-texts';

const waitTexts: Record<WaitCause, TranslationKey> = {
  rate_limit: 'commerce-bridge.log.waited.rateLimit',
  retry: 'commerce-bridge.log.waited.retry',
  slot: 'commerce-bridge.log.waited.slot',
};

/** Translates a line of a run's log into the administrator's language. */
export function useLogWords(): (line: RunLogLine) => string {
  const t = useTranslate();
  const { count, delay } = useFormats();
  return useCallback(
    (line) => {
      switch (line.kind) {
        case 'started':
          return t('commerce-bridge.log.started', { mode: t(modeTexts[line.mode]) });
        case 'resumed':
          return t('commerce-bridge.log.resumed', { phase: t(phaseTexts[line.phase]) });
        case 'written': {
          const values = {
            kind: t(pluralTexts[line.entity]),
            fetched: count(line.fetched),
            changed: count(line.changed),
          };
          return line.total === null
            ? t('commerce-bridge.log.written', values)
            : t('commerce-bridge.log.writtenOf', { ...values, total: count(line.total) });
        }
        case 'removed':
          return t('commerce-bridge.log.removed', { kind: t(pluralTexts[line.entity]), count: count(line.count) });
        case 'failure':
          return t('commerce-bridge.log.failure', {
            kind: t(entityTexts[line.entity]),
            id: line.id === null ? '–' : String(line.id),
            reason: line.reason,
          });
        case 'waited':
          return t(line.cause === undefined ? 'commerce-bridge.log.waited' : waitTexts[line.cause], {
            time: delay(line.milliseconds),
          });
        case 'trouble':
          return line.status === null
            ? t('commerce-bridge.log.noResponse', { path: line.path })
            : t('commerce-bridge.log.trouble', { path: line.path, status: String(line.status) });
        case 'ended':
          return t('commerce-bridge.log.ended', { status: t(statusLooks[line.status].text) });
      }
    },
    [count, delay, t],
  );
}
