import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { durationParts } from '../lib/duration';
import { useTranslate } from './use-translate';

export interface Formats {
  count: (value: number) => string;
  /** Of seconds. */
  duration: (seconds: number) => string;
  /** Date and time of an ISO timestamp, in the administrator's language and time zone. */
  moment: (timestamp: string) => string;
  /** Of products in a second. */
  rate: (perSecond: number) => string;
}

/** Numbers, durations and dates as the administrator's language writes them. */
export function useFormats(): Formats {
  const { formatNumber, formatDate } = useIntl();
  const t = useTranslate();
  return useMemo(
    () => ({
      count: (value) => formatNumber(value),
      duration: (seconds) =>
        durationParts(seconds)
          .map((part) => formatNumber(part.value, part.format))
          .join(' '),
      moment: (timestamp) => formatDate(timestamp, { dateStyle: 'medium', timeStyle: 'short' }),
      rate: (perSecond) =>
        t('commerce-bridge.progress.rate', { rate: formatNumber(perSecond, { maximumFractionDigits: perSecond < 10 ? 1 : 0 }) }),
    }),
    [formatDate, formatNumber, t],
  );
}
