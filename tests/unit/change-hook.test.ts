import { expect, test } from 'vitest';
import type { CatalogChange } from '../../server/src/catalog/changes/catalog-changes';
import { type CatalogNews, createChangeHook } from '../../server/src/catalog/changes/change-hook';
import { seconds } from '../../server/src/lib/durations';
import { aChange } from '../support/changed-ids';
import { ManualClock, settled } from '../support/clocks';
import { createQuietLogger } from '../support/quiet-logger';

const changeOf = (given: Partial<CatalogChange>): CatalogChange => ({
  ...aChange(),
  records: [],
  scale: 'single',
  ...given,
});

test('a slow function of the site is called once at a time, and what changes meanwhile comes together', async () => {
  const calls: CatalogNews[] = [];
  const ends: (() => void)[] = [];
  const hook = createChangeHook({
    hook: (news) => {
      calls.push(news);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    clock: new ManualClock(),
    logger: createQuietLogger(),
  });
  for (const id of [1, 2, 3, 3]) {
    await hook.listener(changeOf({ products: [id], brands: [9] }));
    await settled();
  }
  expect(calls).toEqual([{ products: [1], categories: [], brands: [9], everything: false }]);
  ends[0]?.();
  await settled();
  expect(calls[1]).toEqual({ products: [2, 3], categories: [], brands: [9], everything: false });
  ends[1]?.();
  await hook.idle();
  expect(calls).toHaveLength(2);
});

test('a function of the site that throws, or never ends, is logged and called the next time all the same', async () => {
  const clock = new ManualClock();
  const logger = createQuietLogger();
  const outcomes = [() => Promise.reject(new Error('CDN away')), () => new Promise(() => undefined), () => undefined];
  let calls = 0;
  const hook = createChangeHook({ hook: () => outcomes[calls++]?.(), clock, logger });
  await hook.listener(changeOf({ isEverything: true }));
  await hook.idle();
  await hook.listener(changeOf({ products: [1] }));
  await settled();
  await clock.advance(seconds(31));
  await hook.listener(changeOf({ products: [2] }));
  await hook.idle();
  expect(calls).toBe(3);
  expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['CDN away', 'it took longer than 30 seconds']);
});
