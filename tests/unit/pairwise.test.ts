import { expect, test } from 'vitest';
import { pairwise } from '../support/pairwise';
import { listShapes } from '../support/http/list-shapes';

test('every pair of values of two parameters occurs, in few combinations', () => {
  const levels = {
    size: ['s', 'm', 'l'],
    color: ['red', 'blue'],
    fabric: ['wool', 'linen', 'silk'],
    isNew: [true, false],
  };
  const combinations: Record<string, unknown>[] = pairwise(levels);

  const parameters = Object.entries<readonly unknown[]>(levels);
  for (const [one, values] of parameters)
    for (const [other, others] of parameters)
      for (const value of values)
        for (const second of others)
          if (one < other)
            expect(combinations).toContainEqual(expect.objectContaining({ [one]: value, [other]: second }));
  expect(combinations.length).toBeLessThanOrEqual(12);
});

test('the shapes of lists are the same in every run', () => {
  expect(listShapes()).toEqual(listShapes());
});
