import { describe, expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import type { LogFields } from '../../server/src/lib/logger';
import { createRateLimitedLogger } from '../../server/src/lib/rate-limited-logger';
import { ManualClock } from '../support/time/clocks';

function aLogger() {
  const clock = new ManualClock();
  const lines: { event: string; fields: LogFields | undefined }[] = [];
  const note = (event: string, fields?: LogFields) => void lines.push({ event, fields });
  return {
    clock,
    lines,
    limited: createRateLimitedLogger({ logger: { debug: note, info: note, warn: note, error: note }, clock }),
  };
}

describe('errors that callers cause', () => {
  test('are logged five times in ten seconds, then counted', async () => {
    const { clock, lines, limited } = aLogger();
    for (let place = 0; place < 1_000; place += 1) limited.error('request failed', { cause: 'no store', place });
    expect(lines.map(({ fields }) => fields)).toEqual([0, 1, 2, 3, 4].map((place) => ({ cause: 'no store', place })));
    await clock.advance(seconds(10));
    limited.error('request failed', { cause: 'no store' });
    limited.error('request failed', { cause: 'no store' });
    expect(lines.slice(5).map(({ fields }) => fields)).toEqual([
      { cause: 'no store', unlogged: 995 },
      { cause: 'no store' },
    ]);
  });

  test('are distinguished by their message, as long as there are not too many kinds', () => {
    const { lines, limited } = aLogger();
    for (let kind = 0; kind < 1_000; kind += 1) {
      for (let time = 0; time < 9; time += 1) limited.error('request failed', { cause: `cause ${kind}` });
    }
    expect(lines).toHaveLength(101 * 5);
  });

  test('are distinguished again once the many kinds of an earlier hour have expired', async () => {
    const { clock, lines, limited } = aLogger();
    for (let kind = 0; kind < 1_000; kind += 1) limited.error('request failed', { cause: `cause ${kind}` });
    await clock.advance(seconds(10));
    lines.splice(0);
    for (let time = 0; time < 1_000; time += 1) limited.error('request failed', { cause: 'no store' });
    limited.error('request failed', { cause: 'no database' });
    expect(lines.map(({ fields }) => fields?.['cause'])).toEqual([
      ...Array.from({ length: 5 }, () => 'no store'),
      'no database',
    ]);
  });

  test('do not affect other messages', () => {
    const { lines, limited } = aLogger();
    for (let place = 0; place < 10; place += 1) limited.warn('careful');
    expect(lines).toHaveLength(10);
  });
});
