import { expect, test } from 'vitest';
import { seconds } from '../../../server/src/lib/durations';
import { createDeliveryTallies, type NewTally } from '../../../server/src/webhooks/delivery-tallies';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';

test('what is counted while the database is away is stored and logged once, when it is back', async () => {
  const stored: NewTally[] = [];
  const late: number[] = [];
  const clock = new ManualClock();
  const logger = createQuietLogger();
  let isAway = true;
  const tallies = createDeliveryTallies({
    store: {
      add: async (added) => {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        stored.push(...added);
      },
      read: async () => [],
      addLate: async (count) => {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        late.push(count);
      },
      lateSince: async () => [],
    },
    clock,
    logger,
  });
  const failed = (requestId: string) => tallies.count('failed', 'Failed to queue webhook event', { requestId });
  failed('one');
  tallies.count('rejected', 'stale');
  await tallies.flush();
  failed('two');
  failed('three');
  await tallies.flush();
  await clock.advance(seconds(30));
  await tallies.flush();
  isAway = false;
  await tallies.flush();
  await tallies.flush();
  expect(stored).toEqual([
    { name: 'failed:Failed to queue webhook event', count: 3, detail: null, age: seconds(30) },
    { name: 'rejected:stale', count: 1, detail: null, age: seconds(30) },
  ]);
  expect(late).toEqual([1]);
  const lines = logger.lines.filter(({ event }) => event === 'Failed to queue webhook event');
  expect(lines.map(({ fields }) => fields)).toMatchObject([
    { deliveries: 1, requestId: 'one' },
    { deliveries: 2, requestId: 'three' },
  ]);
});

test('late deliveries whose count alone could not be stored are stored later, without another delivery', async () => {
  const late: number[] = [];
  let isAway = true;
  const tallies = createDeliveryTallies({
    store: {
      add: async () => undefined,
      read: async () => [],
      addLate: async (count) => {
        if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        late.push(count);
      },
      lateSince: async () => [],
    },
    clock: new ManualClock(),
    logger: createQuietLogger(),
  });
  tallies.count('rejected', 'stale');
  await tallies.flush();
  isAway = false;
  await tallies.flush();
  expect(late).toEqual([1]);
});

test('late deliveries are counted for their minute even if the other counts cannot be stored', async () => {
  const late: number[] = [];
  const logger = createQuietLogger();
  const tallies = createDeliveryTallies({
    store: {
      add: async () => {
        throw new Error('invalid byte sequence');
      },
      read: async () => [],
      addLate: async (count) => void late.push(count),
      lateSince: async () => [],
    },
    clock: new ManualClock(),
    logger,
  });
  tallies.count('rejected', 'stale');
  tallies.count('rejected', 'stale');
  await tallies.flush();
  expect(late).toEqual([2]);
  expect(logger.lines).toContainEqual({
    level: 'warn',
    event: 'the outcomes of deliveries could not be stored',
    fields: { error: 'invalid byte sequence' },
  });
});
