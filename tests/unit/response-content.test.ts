import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  type ResponseContent,
  contentOfBrand,
  contentOfProductList,
  contentOfRelated,
  contentOfStore,
  isTouched,
  withStore,
} from '../../server/src/catalog/responses/response-content';
import { createResponseIndex } from '../../server/src/catalog/responses/response-index';
import type { ChangedIds } from '../../server/src/catalog/changes/change-log';
import { listDependencies } from '../../server/src/catalog/changes/list-dependencies';
import { aChange } from '../support/changed-ids';

describe('a change touches', () => {
  const byDate = contentOfProductList({ filter: {}, orderBy: 'date' }, [1, 2]);
  const byPrice = contentOfProductList({ filter: {}, orderBy: 'price' }, [1, 2]);
  const named = contentOfProductList({ filter: { ids: [1, 9], inStock: true }, orderBy: 'price' }, [1]);
  const related = contentOfRelated({ productId: 5, shown: [1] });
  const brand = contentOfBrand([1]);
  const all = { byDate, byPrice, named, related, brand };
  const priced = withStore(named);

  test.each<[string, Partial<ChangedIds>, (keyof typeof all)[]]>([
    ['a product that lists show: these', { products: [1] }, ['byDate', 'byPrice', 'named', 'related', 'brand']],
    [
      'the price of one that they do not show: what prices decide',
      { products: [3], dependencies: ['price'] },
      ['byPrice'],
    ],
    ['the description of one that they do not show: nothing', { products: [3] }, []],
    [
      'that one came: all but those that name theirs',
      { products: [3], dependencies: ['presence'] },
      ['byDate', 'byPrice', 'related', 'brand'],
    ],
    [
      'one that is asked for by its id and was not there',
      { products: [9], dependencies: ['presence'] },
      ['byDate', 'byPrice', 'named', 'related', 'brand'],
    ],
    ['the product whose related ones are shown', { products: [5] }, ['related']],
    ['another product’s brand', { products: [3], dependencies: ['brand'] }, ['related', 'brand']],
    ['a category: all lists', { categories: [4] }, ['byDate', 'byPrice', 'named', 'related', 'brand']],
    ['a brand: all lists', { brands: [4] }, ['byDate', 'byPrice', 'named', 'related', 'brand']],
    ['the store: no list', { isStoreChanged: true }, []],
  ])('of %s', (_, change, touched) => {
    const found = Object.entries(all).filter(([, content]) => isTouched(content, aChange(change)));
    expect(found.map(([name]) => name)).toEqual(touched);
  });

  test('of the store: lists that show its currency, and what is said of it', () => {
    const change = aChange({ isStoreChanged: true });
    expect([isTouched(priced, change), isTouched(contentOfStore(), change)]).toEqual([true, true]);
    expect([isTouched(priced, aChange({ products: [1] })), isTouched(priced, aChange({ products: [2] }))]).toEqual([
      true,
      false,
    ]);
  });
});

test('an index finds exactly what a change touches, whatever was added to it and removed again', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 });
  const dependencies = fc.subarray([...listDependencies]);
  const content: fc.Arbitrary<ResponseContent> = fc.oneof(
    fc.record({
      kind: fc.constant('product' as const),
      id: fc.integer({ min: 1, max: 8 }),
      categoryIds: ids,
      brandId: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
    fc.record(
      {
        kind: fc.constant('list' as const),
        products: ids,
        dependencies: dependencies,
        isStoreShown: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'products', 'dependencies'] },
    ),
  );
  const change = fc.record({
    products: ids,
    dependencies: dependencies,
    categories: ids,
    brands: ids,
    isStoreChanged: fc.boolean(),
    isEverything: fc.constantFrom(false, false, true),
  });

  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 20 }),
      fc.array(fc.nat(19), { maxLength: 10 }),
      change,
      (contents, removed, changed) => {
        const index = createResponseIndex();
        for (const [key, each] of contents.entries()) index.add(String(key), each);
        const left = new Map(contents.entries());
        for (const key of removed) {
          const gone = left.get(key);
          if (gone) index.remove(String(key), gone);
          left.delete(key);
        }
        const expected = [...left].filter(([, each]) => isTouched(each, changed)).map(([key]) => String(key));
        expect([...index.touchedBy(changed)].sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 500 },
  );
});
