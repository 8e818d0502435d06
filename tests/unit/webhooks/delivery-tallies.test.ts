import { expect, test } from 'vitest';
import { createDeliveryTallies } from '../../../server/src/webhooks/delivery-tallies';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';

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
