import { expect, test } from 'vitest';
import { resultOf } from '../../../cli/src/output/run-texts';
import { aRun } from '../../support/shops/run-records';

const part = { channelId: 3, currency: null, customerGroupId: null, locale: null, markets: ['EU', 'France'] };

test('a dry run says what it would do in each part of further markets, or why that is not known', () => {
  const counts = { created: 1200, updated: 3, unchanged: 40, removed: 2, failed: 0 };
  const lines = resultOf(
    aRun({
      dryRun: true,
      status: 'succeeded',
      marketParts: [
        { ...part, kind: 'membership', counts, problem: null },
        { ...part, kind: 'prices', currency: 'EUR', markets: ['EU'], counts: null, problem: 'The store refused it.' },
      ],
    }),
  );
  expect(lines.slice(2)).toEqual([
    'EU, France, products sold: 1,200 would be created, 3 would be updated, 2 would be removed, 40 unchanged, 0 failed.',
    'EU, prices EUR: The store refused it.',
  ]);
});

test('a run that writes says nothing of markets', () => {
  expect(resultOf(aRun({ status: 'succeeded' }))).toHaveLength(2);
});
