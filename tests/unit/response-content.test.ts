import { describe, expect, test } from 'vitest';
import {
  contentOfBrand,
  contentOfProductList,
  contentOfRelated,
  contentOfStore,
  isTouchedBy,
  withStore,
} from '../../server/src/catalog/responses/response-content';
import type { ChangedIds } from '../../server/src/catalog/changes/change-log';
import { aChange } from '../support/shops/changed-ids';

describe('a change affects', () => {
  const byDate = contentOfProductList({ filter: {}, orderBy: 'date' }, [1, 2]);
  const byPrice = contentOfProductList({ filter: {}, orderBy: 'price' }, [1, 2]);
  const named = contentOfProductList({ filter: { ids: [1, 9], inStock: true }, orderBy: 'price' }, [1]);
  const related = contentOfRelated({ productId: 5, shown: [1], isProvisional: false });
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
    ['the slug of one that they do not show: nothing', { products: [3], dependencies: ['slug'] }, []],
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
    const found = Object.entries(all).filter(([, content]) => isTouchedBy(aChange(change))(content));
    expect(found.map(([name]) => name)).toEqual(touched);
  });

  test.each<[string, Partial<ChangedIds>, string[]]>([
    ['a part of the market: all that it shows', { marketParts: ['prices 3 EUR guests'] }, ['page', 'list', 'named']],
    ['another market: nothing', { marketParts: ['prices 3 GBP guests'] }, []],
    ['the store: all that it shows', { isStoreChanged: true }, ['page', 'list', 'named']],
    ['a category: all that it shows', { categories: [99] }, ['page', 'list', 'named']],
    ['a brand: all that it shows', { brands: [99] }, ['page', 'list', 'named']],
    [
      'that a product came: lists, and what has its own slugs',
      { products: [9], dependencies: ['presence'] },
      ['list', 'named'],
    ],
    [
      'the catalog’s slug of another product: what has its own slugs',
      { products: [9], dependencies: ['slug'] },
      ['named'],
    ],
    ['a product: what shows it', { products: [1] }, ['page', 'list', 'named']],
    ['another product: nothing', { products: [9] }, []],
  ])('of a further market, of %s', (_, change, touched) => {
    const market = { parts: ['settings eu', 'membership 3', 'prices 3 EUR guests'] };
    const page = { kind: 'product' as const, id: 1, categoryIds: [], brandId: null };
    const shown = {
      page: { ...page, market },
      list: { ...byDate, market },
      named: { ...page, market: { ...market, hasOwnSlugs: true as const } },
    };
    const found = Object.entries(shown).filter(([, content]) => isTouchedBy(aChange(change))(content));
    expect(found.map(([name]) => name)).toEqual(touched);
    expect(isTouchedBy(aChange({ marketParts: ['prices 3 EUR guests'] }))(byDate)).toBe(false);
  });

  test('of the store: lists that show its currency, and its own response', () => {
    const change = aChange({ isStoreChanged: true });
    expect([priced, contentOfStore()].map(isTouchedBy(change))).toEqual([true, true]);
    expect([1, 2].map((id) => isTouchedBy(aChange({ products: [id] }))(priced))).toEqual([true, false]);
  });
});
