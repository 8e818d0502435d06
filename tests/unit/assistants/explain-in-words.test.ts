import { describe, expect, test } from 'vitest';
import {
  type ComparedProduct,
  differencesInWords,
  explainInWords,
} from '../../../server/src/assistants/explain-in-words';

const checkedAt = '2026-03-01T12:00:00.000Z';
const gone: ComparedProduct['upstream'] = { kind: 'gone', checkedAt };
const failed: ComparedProduct['upstream'] = {
  kind: 'failed',
  checkedAt,
  problem: 'unavailable',
  message: 'BigCommerce responded with 503.',
  retryAfter: null,
};
const unusable: ComparedProduct['upstream'] = {
  kind: 'found',
  checkedAt,
  raw: {},
  fields: null,
  reason: 'It has no name.',
  differences: [],
  names: { categories: {}, brands: {} },
};

describe('what an assistant learns about a product that is not cached', () => {
  test.each([
    ['gone from the store, too', gone, 'and BigCommerce does not have it either.'],
    ['the store does not respond', failed, 'is not known: BigCommerce responded with 503. (unavailable).'],
    ['the store has what cannot be imported', unusable, 'What BigCommerce has now cannot be imported: It has no name.'],
  ])('%s', (_case, upstream, words) => {
    expect(explainInWords({ detail: null, upstream })).toContain(words);
  });
});

describe('differences in words', () => {
  const changed = (field: string, from: string | number, to: string | number) => ({
    field,
    item: null,
    part: null,
    from,
    to,
  });
  const price = changed('price', 24, 26);
  const date = changed('modifiedAt', '2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z');

  test('leave out when the product was changed, if they say what was', () => {
    expect(differencesInWords([price, date])).toBe('price 24 → 26');
  });

  test('say when the product was changed, if nothing else differs', () => {
    expect(differencesInWords([date])).toBe('modifiedAt "2026-03-01T12:00:00Z" → "2026-03-02T12:00:00Z"');
  });

  test('count those that are not named', () => {
    expect(differencesInWords([date, ...Array.from({ length: 7 }, () => price)])).toMatch(/, and 2 more$/);
  });
});
