import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { includeGroups, productGroups } from '../../contracts/rest/parameters';
import type { DetailedProductRecord } from '../../server/src/catalog/model/product-reader';
import { presentListItem, presentProduct } from '../../server/src/catalog/views/product-view';
import { aVariant, anImage } from '../support/shops/catalog-items';

setFlagsFromString('--allow-natives-syntax');

/**
 * A hidden class (in V8 a "map") describes an object's properties, and takes memory that only a full collection frees.
 */
function haveOneHiddenClass(objects: readonly object[]): boolean {
  const [first] = objects;
  return objects.every((other) => Boolean(runInNewContext('%HaveSameMap(first, other)', { first, other })));
}

const context = {
  productPageAddress: 'https://shop.example/p/{slug}',
  weightUnit: 'KGS',
  currency: null,
  market: null,
};
const ids = Array.from({ length: 50 }, (_, at) => at + 1);

function recordOf(id: number): DetailedProductRecord {
  const option = { optionId: 1, name: 'Color', valueId: id, label: `Color ${id}` };
  return {
    id,
    title: `Mug ${id}`,
    slug: `mug-${id}`,
    content: `<p>${id}</p>`,
    price: 12.5,
    salePrice: 9.5,
    calculatedPrice: 9.5,
    inStock: true,
    inventoryTracking: 'variant',
    inventoryLevel: 3,
    availability: 'available',
    images: [anImage(id, 'Front')],
    categorySlugs: ['mugs'],
    brand: { id: 3, title: 'Acme', slug: 'acme' },
    seo: { pageTitle: 'Buy', metaDescription: 'It is tall', metaKeywords: ['mug'] },
    createdAt: '2024-01-02T03:04:05Z',
    modifiedAt: '2024-02-02T03:04:05Z',
    details: {
      sku: `MUG-${id}`,
      weight: 1.5,
      tags: ['blue'],
      categoryIds: [4],
      customFields: [{ name: 'Origin', value: 'Delft' }],
      variants: [aVariant({ id, options: [option] }), aVariant({ id: id + 1000, options: [option] })],
    },
  };
}

describe('views of many products have one hidden class', () => {
  test('in a list, with all groups', () => {
    const views = ids.map((id) => presentListItem(recordOf(id), { ...context, include: new Set(includeGroups) }));
    expect(haveOneHiddenClass(views)).toBe(true);
    expect(haveOneHiddenClass(views.flatMap(({ images_all_sizes: images = [] }) => images))).toBe(true);
  });

  test('by themselves, with all groups, and their variants', () => {
    const views = ids.map((id) => presentProduct(recordOf(id), { ...context, include: new Set(productGroups) }));
    expect(haveOneHiddenClass(views)).toBe(true);
    expect(haveOneHiddenClass(views.flatMap(({ variants }) => variants))).toBe(true);
  });
});
