import { describe, expect, it } from 'vitest';
import { quietZone } from '../support/time/quiet-zone';

const localHour = (now: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: quietZone(now), hour: '2-digit', hourCycle: 'h23' }).format(now));

describe('the time zone that tests run in', () => {
  it.each(Array.from({ length: 24 }, (_, hour) => hour))(
    'keeps two hours away from the daily jobs of a site at %i:30 UTC',
    (hour) => {
      const local = localHour(new Date(Date.UTC(2026, 10, 24, hour, 30)));
      expect(local).toBeGreaterThanOrEqual(5);
      expect(local).toBeLessThan(22);
    },
  );
});
