import type { IntlShape } from 'react-intl';

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * How long ago a moment was, or how far ahead it is, in the largest whole unit: `3 minutes ago`, `in 3 minutes`; `now`
 * if it is less than a minute.
 */
export function timeAgo(
  moment: Date,
  { now, formatRelativeTime }: { now: Date; formatRelativeTime: IntlShape['formatRelativeTime'] },
): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  for (const step of steps) {
    if (Math.abs(seconds) >= step.seconds)
      return formatRelativeTime(Math.trunc(seconds / step.seconds), step.unit, { numeric: 'always' });
  }
  return formatRelativeTime(0, 'second', { numeric: 'auto' });
}
