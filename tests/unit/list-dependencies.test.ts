import { describe, expect, test } from 'vitest';
import {
  dependenciesBetween,
  dependenciesBetweenEntries,
  dependenciesOfFilter,
  dependenciesOfList,
} from '../../server/src/catalog/changes/list-dependencies';
import type { ProductIndexEntry } from '../../server/src/catalog/model/product-index-entry';
import type { ProductFilter } from '../../server/src/catalog/model/product-reader';
import type { StoredProduct } from '../../server/src/catalog/tables/stored-product';
import { aProduct, anImage, aVariant } from '../support/shops/catalog-items';

const mug = aProduct({
  id: 1,
  title: 'Mug',
  price: 10,
  sku: 'MUG',
  categoryIds: [2, 1],
  brandId: 7,
  createdAt: '2024-01-01T00:00:00Z',
});
const stored: StoredProduct = { ...mug, slug: 'mug', titleKey: 'mug' };

describe('an update to a product changes for lists', () => {
  test.each<[string, Partial<typeof mug>, string[]]>([
    ['its publication', { publicationStatus: 'draft' }, ['presence']],
    ['the date it was made', { createdAt: '2024-01-02T00:00:00Z' }, ['created']],
    ['what the shopper pays', { calculatedPrice: 9 }, ['price']],
    ['its name', { title: 'Cup' }, ['title']],
    ['its brand', { brandId: 8 }, ['brand']],
    ['that it has no brand any more', { brandId: null }, ['brand']],
    ['that it is sold out', { inStock: false }, ['stock']],
    ['that it goes on sale', { salePrice: 8, calculatedPrice: 8 }, ['price', 'sale']],
    ['its SKU', { sku: 'CUP' }, ['sku']],
    ['several at once', { sku: 'CUP', calculatedPrice: 1, inStock: false }, ['price', 'stock', 'sku']],
  ])('%s', (_, changed, dependencies) => {
    expect(dependenciesBetween(stored, { ...mug, ...changed })).toEqual(dependencies);
  });

  test.each<[string, Partial<typeof mug>]>([
    ['nothing', {}],
    ['capitals of its name', { title: 'MUG' }],
    ['the regular price of what is on sale', { price: 20 }],
    ['how many there are', { inventoryTracking: 'product', inventoryLevel: 4 }],
    [
      'what only the product itself shows',
      {
        images: [anImage(1, 'Front')],
        variants: [aVariant({ id: 5 })],
        tags: ['a'],
        relatedIds: [3],
        weight: 4,
        modifiedAt: '2025-01-01T00:00:00Z',
      },
    ],
    ['what our own tables contain', { content: '<p>New</p>', categoryIds: [3] }],
  ])('nothing by %s', (_, changed) => {
    expect(dependenciesBetween(stored, { ...mug, ...changed })).toEqual([]);
  });

  describe('of a draft that further markets show', () => {
    const draft = { ...mug, publicationStatus: 'draft' as const };
    const elsewhere = { ...draft, isVisibleElsewhere: true as const };
    const storedOf = (product: typeof draft) => ({ ...stored, ...product });

    test.each<[string, typeof draft, typeof draft, string[]]>([
      ['what changed', elsewhere, { ...elsewhere, inStock: false, brandId: 8 }, ['brand', 'stock']],
      ['that it is there, when it is shown', draft, elsewhere, ['presence']],
      ['that it is gone, when it is not shown any more', elsewhere, draft, ['presence']],
    ])('%s', (...[, before, after, dependencies]) => {
      expect(dependenciesBetween(storedOf(before), after)).toEqual(dependencies);
    });

    test('that it is in the default market when it is published', () => {
      expect(dependenciesBetween(storedOf(elsewhere), mug)).toEqual(['presence']);
    });
  });

  test('nothing while it is a draft', () => {
    const draft = { ...stored, publicationStatus: 'draft' as const };
    expect(dependenciesBetween(draft, { ...mug, publicationStatus: 'draft', calculatedPrice: 1, sku: 'CUP' })).toEqual(
      [],
    );
  });

  test('only its presence when it is published with other values', () => {
    expect(
      dependenciesBetween({ ...stored, publicationStatus: 'draft' }, { ...mug, calculatedPrice: 1, sku: 'CUP' }),
    ).toEqual(['presence']);
  });

  test('its position by name if an earlier version folded names differently', () => {
    expect(dependenciesBetween({ ...stored, titleKey: '' }, mug)).toEqual(['title']);
  });

  test('only the price by another sale price of what is already on sale', () => {
    expect(
      dependenciesBetween(
        { ...stored, salePrice: 8, calculatedPrice: 8 },
        { ...mug, salePrice: 7, calculatedPrice: 7 },
      ),
    ).toEqual(['price']);
  });
});

describe('an update to the product index changes for lists', () => {
  const listed: ProductIndexEntry = {
    id: 7,
    fingerprint: 'one',
    isPublished: true,
    created: 5,
    price: 10,
    titleKey: 'mug',
    isVisibleElsewhere: false,
    categoryIds: [1, 2],
    searchText: 'mug\nabout it',
  };

  test.each<[string, Partial<ProductIndexEntry>, string[]]>([
    ['its publication', { isPublished: false }, ['presence']],
    ['the date', { created: 6 }, ['created']],
    ['the price', { price: 11 }, ['price']],
    ['the name', { titleKey: 'cup' }, ['title']],
    ['what is searched', { searchText: 'mug\nall about it' }, ['text']],
    ['that it is in one category more', { categoryIds: [1, 2, 3] }, ['categories']],
    ['that it is in another category', { categoryIds: [1, 3] }, ['categories']],
  ])('%s', (_, changed, dependencies) => {
    expect(dependenciesBetweenEntries(listed, { ...listed, ...changed })).toEqual(dependencies);
  });

  test('nothing by another order of its categories, or a duplicate one', () => {
    expect(dependenciesBetweenEntries(listed, { ...listed, categoryIds: [2, 1, 2] })).toEqual([]);
  });

  test('its presence if it was not listed, unless it is a draft that no market shows', () => {
    expect([
      dependenciesBetweenEntries(undefined, listed),
      dependenciesBetweenEntries(undefined, { ...listed, isPublished: false }),
      dependenciesBetweenEntries(undefined, { ...listed, isPublished: false, isVisibleElsewhere: true }),
    ]).toEqual([['presence'], [], ['presence']]);
  });

  test('of a draft that further markets show, what is searched and its categories', () => {
    const draft = { ...listed, isPublished: false, isVisibleElsewhere: true };
    const before = { ...draft, categoryIds: [-1, -2] };
    expect(dependenciesBetweenEntries(before, draft)).toEqual([]);
    expect(dependenciesBetweenEntries(before, { ...draft, searchText: 'cup', categoryIds: [1] })).toEqual([
      'text',
      'categories',
    ]);
    expect(dependenciesBetweenEntries(before, { ...draft, isVisibleElsewhere: false })).toEqual([]);
  });
});

describe('a list depends on', () => {
  test.each<[string, Required<ProductFilter> | ProductFilter, string[]]>([
    ['nothing more without a filter', {}, []],
    ['a category', { categorySlug: 'mugs' }, ['categories']],
    ['a search', { search: 'mug' }, ['text']],
    ['a brand', { brand: 'acme' }, ['brand']],
    ['a lowest price', { minPrice: 0 }, ['price']],
    ['a highest price', { maxPrice: 9 }, ['price']],
    ['prices from and to', { minPrice: 1, maxPrice: 9 }, ['price']],
    ['what is sold out', { inStock: false }, ['stock']],
    ['what is on sale', { onSale: true }, ['sale']],
    ['a SKU', { sku: '' }, ['sku']],
    ['ids', { ids: [1] }, []],
    ['several filters', { ids: [1], search: 'mug', inStock: true }, ['text', 'stock']],
    ['filters that are not given', { search: undefined, inStock: undefined }, []],
  ])('the presence of products, and with %s on what it filters by', (_, filter, dependencies) => {
    expect(dependenciesOfFilter(filter)).toEqual(['presence', ...dependencies]);
  });

  test.each<['date' | 'price' | 'title', string]>([
    ['date', 'created'],
    ['price', 'price'],
    ['title', 'title'],
  ])('what %s sorts by', (orderBy, dependency) => {
    expect(dependenciesOfList({ filter: { brand: '1' }, orderBy })).toEqual(['presence', 'brand', dependency]);
    expect(dependenciesOfList({ filter: { minPrice: 1 }, orderBy: 'price' })).toEqual(['presence', 'price']);
  });
});
