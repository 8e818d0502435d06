import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FacetFacts, type FacetFilter, FacetTally } from '../../server/src/catalog/reading/facet-tally';
import { testSeed } from '../support/test-seed';

const facts: fc.Arbitrary<FacetFacts> = fc.record({
  price: fc.constantFrom(null, 1, 5, 7, 20),
  brandId: fc.constantFrom(0, 1, 2),
  isInStock: fc.boolean(),
  isOnSale: fc.boolean(),
  categoryIds: fc.subarray([1, 2, 3]),
});
const optional = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);
const filter: fc.Arbitrary<FacetFilter> = fc.record({
  categoryId: optional(1, 2, -1),
  brandId: optional(1, 2, -1),
  minPrice: optional(5, 6),
  maxPrice: optional(5, 6),
  inStock: optional(true, false),
  onSale: optional(true, false),
});

/** The products that match a filter without the conditions in `leftOut`. */
function left(all: readonly FacetFacts[], given: FacetFilter, leftOut: readonly (keyof FacetFilter)[]): FacetFacts[] {
  const { categoryId, brandId, minPrice, maxPrice, inStock, onSale } = {
    ...given,
    ...Object.fromEntries(leftOut.map((name) => [name, undefined])),
  };
  return all.filter(
    (each) =>
      (categoryId === undefined || each.categoryIds.includes(categoryId)) &&
      (brandId === undefined || each.brandId === brandId) &&
      (minPrice === undefined || (each.price !== null && each.price >= minPrice)) &&
      (maxPrice === undefined || (each.price !== null && each.price <= maxPrice)) &&
      (inStock === undefined || each.isInStock === inStock) &&
      (onSale === undefined || each.isOnSale === onSale),
  );
}

test('each facet counts what passes all filters but its own', () => {
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 30 }), filter, (all, given) => {
      const tally = new FacetTally(given);
      for (const each of all) tally.add(each);
      const prices = left(all, given, ['minPrice', 'maxPrice']).flatMap(({ price }) => price ?? []);
      const stocked = left(all, given, ['inStock']);
      expect(tally.total).toBe(left(all, given, []).length);
      expect(tally.price).toEqual(prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) });
      for (const id of [1, 2]) expect(tally.brands.get(id) ?? 0).toBe(left(all, { ...given, brandId: id }, []).length);
      for (const id of [1, 2, 3])
        expect(tally.categories.get(id) ?? 0).toBe(left(all, { ...given, categoryId: id }, []).length);
      expect(tally.brands.has(0)).toBe(false);
      expect(tally.inStock).toBe(stocked.filter(({ isInStock }) => isInStock).length);
      expect(tally.outOfStock).toBe(stocked.filter(({ isInStock }) => !isInStock).length);
      expect(tally.onSale).toBe(left(all, given, ['onSale']).filter(({ isOnSale }) => isOnSale).length);
    }),
    { seed: testSeed },
  );
});
