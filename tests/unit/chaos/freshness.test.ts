import { describe, expect, test } from 'vitest';
import { Freshness, type Interval } from '../../../scripts/chaos/freshness';

const product = 7;
const limits = { limit: 5000, limitAfterPause: 10_000 };
const by = '/products of site-1';

/** One product whose second version was acknowledged at 10 s. */
function aChange({ outages = [], pauses = [] }: { outages?: Interval[]; pauses?: Interval[] } = {}): Freshness {
  const freshness = new Freshness({ limits, outages: () => outages, pauses: () => pauses });
  freshness.changed(product, 1);
  freshness.changed(product, 2);
  freshness.acknowledged(product, 1, 0);
  freshness.acknowledged(product, 2, 10_000);
  return freshness;
}

const worst = (freshness: Freshness) => freshness.staleness().find(({ version }) => version === 2);

describe('a response', () => {
  test('without a change is as old as the change was acknowledged before the request', () => {
    const freshness = aChange();
    freshness.shown(product, 1, { sentAt: 12_000, by });
    freshness.shown(product, 1, { sentAt: 16_500, by });
    freshness.shown(product, 2, { sentAt: 17_000, by });

    expect(worst(freshness)).toEqual({ product, version: 2, age: 6500, limit: 5000, by, at: 16_500 });
  });

  test('to a request from before the acknowledgment is not old', () => {
    const freshness = aChange();
    freshness.shown(product, 1, { sentAt: 9999, by });

    expect(worst(freshness)).toMatchObject({ age: 0 });
  });

  test('with a later change is not old', () => {
    const freshness = aChange();
    freshness.shown(product, 3, { sentAt: 30_000, by });

    expect(worst(freshness)).toMatchObject({ age: 0 });
    expect(freshness.compared).toBe(1);
  });

  test('does not age while the database is away', () => {
    const freshness = aChange({ outages: [{ from: 11_000, to: 26_000 }] });
    freshness.shown(product, 1, { sentAt: 27_000, by });

    expect(worst(freshness)).toMatchObject({ age: 2000, limit: 5000 });
  });

  test('may be older while an instance is paused, and afterwards', () => {
    const freshness = aChange({ pauses: [{ from: 5000, to: 11_000 }] });
    freshness.shown(product, 1, { sentAt: 19_000, by });

    expect(worst(freshness)).toMatchObject({ age: 9000, limit: 10_000 });
  });

  test('does not age while an instance is paused that finds the database away afterwards', () => {
    const freshness = aChange({
      pauses: [{ from: 9000, to: 29_000 }],
      outages: [{ from: 25_000, to: 40_000 }],
    });
    freshness.shown(product, 1, { sentAt: 30_000, by });
    freshness.shown(product, 1, { sentAt: 44_000, by });

    expect(worst(freshness)).toMatchObject({ age: 4000, limit: 10_000 });
  });

  test('of a change that was never acknowledged does not count', () => {
    const freshness = aChange();
    freshness.changed(product, 3);
    freshness.shown(product, 2, { sentAt: 90_000, by });

    expect(freshness.staleness().map(({ version }) => version)).toEqual([1, 2]);
    expect(freshness.lastAcknowledged()).toEqual(new Map([[product, 2]]));
  });
});
