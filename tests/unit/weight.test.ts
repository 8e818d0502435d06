import { describe, expect, test } from 'vitest';
import { formatWeight } from '../../server/src/catalog/model/weight';

describe('a weight', () => {
  test.each([
    [1.5, 'KGS', '1.5 kg'],
    [0.25, 'LBS', '0.25 lb'],
    [3, 'Ounces', '3 oz'],
    [500, 'grams', '500 g'],
    [2, 'Tonnes', '2 t'],
    [1, 'kilograms', '1 kg'],
    [1, 'Pounds', '1 lb'],
    [0, 'KGS', '0 kg'],
    [4, 'Stone', '4 Stone'],
    [4, '', '4'],
  ])('of %s in %s is %s', (weight, unit, text) => {
    expect(formatWeight(weight, unit)).toBe(text);
  });

  test('has no unit while the store is unknown', () => {
    expect(formatWeight(1, null)).toBe('1');
  });
});
