import { expect, test } from 'vitest';
import { createRedisCheck } from '../../../server/src/health/checks/redis';

const check = (away: { instances: number } | null) =>
  createRedisCheck({ withoutRedis: () => away }).run({
    now: new Date(),
    previousAt: null,
    signal: new AbortController().signal,
  });

test('a Redis that is there, or not used, is no finding', async () => {
  expect(await check(null)).toEqual([]);
});

test('a Redis that is away is one, with how many instances divide the limits', async () => {
  expect(await check({ instances: 3 })).toEqual([
    {
      code: 'redis_away',
      values: { count: 3 },
      text: expect.stringMatching(/^Redis can't be reached. 3 instances were/),
    },
  ]);
  expect((await check({ instances: 1 }))[0]?.text).toContain('This instance is the only one');
});
