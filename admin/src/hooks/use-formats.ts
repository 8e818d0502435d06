import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { durationParts } from '../lib/duration';
import { useTranslate } from './use-translate';

export interface Formats {
  count: (value: number) => string;
  /** A number of seconds. */
  duration: (seconds: number) => string;
  /** A number of milliseconds, also below one second. */
  delay: (milliseconds: number) => string;
  /** Day and hour of an ISO timestamp. */
  hour: (timestamp: string) => string;
  /** An amount in a currency (ISO 4217 code); the bare number if the currency is unknown. */
  money: (value: number, currency: string | null) => string;
  /** Date and time of an ISO timestamp, by default in the browser's time zone; others by their IANA names. */
  moment: (timestamp: string, timeZone?: string) => string;
  /** Time of day of an ISO timestamp, with seconds. */
  time: (timestamp: string) => string;
  /** Products per second. */
  rate: (perSecond: number) => string;
}

/** Formats numbers, durations, and dates for the administrator's language. */
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
      delay: (milliseconds) => {
        const isShort = milliseconds < 1_000;
        if (milliseconds >= 10_000)
          return durationParts(milliseconds / 1_000)
            .map((part) => formatNumber(part.value, part.format))
            .join(' ');
        return formatNumber(isShort ? milliseconds : milliseconds / 1_000, {
          style: 'unit',
          unit: isShort ? 'millisecond' : 'second',
          unitDisplay: 'short',
          maximumFractionDigits: isShort ? 0 : 1,
        });
      },
      hour: (timestamp) => formatDate(timestamp, { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
      money: (value, currency) =>
        currency !== null && /^[A-Z]{3}$/.test(currency)
          ? formatNumber(value, { style: 'currency', currency })
          : formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
      moment: (timestamp, timeZone) =>
        formatDate(timestamp, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) }),
      time: (timestamp) => formatDate(timestamp, { timeStyle: 'medium' }),
      rate: (perSecond) =>
        t('commerce-bridge.progress.rate', {
          rate: formatNumber(perSecond, { maximumFractionDigits: perSecond < 10 ? 1 : 0 }),
        }),
    }),
    [formatDate, formatNumber, t],
  );
}
