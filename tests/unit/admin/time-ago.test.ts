import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { timeAgo } from '../../../admin/src/lib/time-ago';

const now = new Date('2026-03-01T12:00:00Z');

test.each([
  ['2026-03-01T12:00:05Z', 'en', 'now'],
  ['2026-03-01T12:03:30Z', 'en', 'in 3 minutes'],
  ['2026-03-01T11:59:30Z', 'en', 'now'],
  ['2026-03-01T11:57:01Z', 'en', '2 minutes ago'],
  ['2026-03-01T10:00:00Z', 'de', 'vor 2 Stunden'],
  ['2026-02-26T12:00:00Z', 'fr', 'il y a 3 jours'],
])('%s in %s is "%s"', (moment, locale, expected) => {
  const { formatRelativeTime } = createIntl({ locale });
  expect(timeAgo(new Date(moment), { now, formatRelativeTime })).toBe(expected);
});
