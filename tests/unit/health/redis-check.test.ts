import { expect, test } from 'vitest';
import { createRedisCheck } from '../../../server/src/health/checks/redis';
import type { WithoutRedis } from '../../../server/src/instances/create-instances';

const check = (away: WithoutRedis | null) =>
  createRedisCheck({ withoutRedis: () => away }).run({
    now: new Date(),
    previousAt: null,
    signal: new AbortController().signal,
  });

test('a Redis that is there, or not used, is no finding', async () => {
  expect(await check(null)).toEqual([]);
});

test('a Redis that is away is one, with how many instances divide the limits', async () => {
  expect(await check({ instances: 3, refusal: null })).toEqual([
    {
      code: 'redis_away',
      values: { count: 3 },
      text: expect.stringMatching(/^Redis can't be reached. 3 instances were/),
    },
  ]);
  expect((await check({ instances: 1, refusal: null }))[0]?.text).toMatch(
    /This instance is the only one .* keeps to half of the store's limits/,
  );
});

test('a Redis that refuses changes is one, in its own words', async () => {
  expect(await check({ instances: 2, refusal: 'OOM command not allowed.' })).toEqual([
    {
      code: 'redis_refuses',
      values: { count: 2, error: 'OOM command not allowed.' },
      text: expect.stringMatching(/^Redis refuses changes: OOM command not allowed\. 2 instances were/),
    },
  ]);
});
