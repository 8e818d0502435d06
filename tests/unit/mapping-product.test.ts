import { describe, expect, test } from 'vitest';
import { mapped, refusal } from '../support/shops/map-raw';
import { aWireVariant } from '../support/shops/wire-builders';

test('a product is mapped field by field', () => {
  expect(mapped()).toEqual({
    id: 77,
    title: 'Jar',
    slugClaim: 'jar',
    content: '<p>A jar.</p>',
    publicationStatus: 'publish',
    sku: 'JAR',
    price: 20,
    salePrice: null,
    calculatedPrice: 20,
    inventoryTracking: 'none',
    availability: 'available',
    inventoryLevel: 9,
    inStock: true,
    weight: 1.5,
    tags: ['glass', 'kitchen'],
    images: [
      {
        id: 1,
        alt: 'A jar on a shelf',
        urls: {
          zoom: 'https://pictures.example/s-demo/products/77/images/1/jar__1.1.1280.1280.jpg?c=1',
          standard: 'https://pictures.example/s-demo/products/77/images/1/jar__1.1.386.513.jpg?c=1',
          thumbnail: 'https://pictures.example/s-demo/products/77/images/1/jar__1.1.220.290.jpg?c=1',
          tiny: 'https://pictures.example/s-demo/products/77/images/1/jar__1.1.44.58.jpg?c=1',
        },
      },
    ],
    variants: [
      {
        id: 501,
        name: 'Large',
        sku: 'JAR-L',
        price: 20,
        inventoryLevel: null,
        inStock: true,
        options: [{ optionId: 3, name: 'Size', valueId: 31, label: 'Large' }],
      },
    ],
    customFields: [{ name: 'Origin', value: 'Portugal' }],
    categoryIds: [23, 21],
    brandId: 5,
    relatedIds: [],
    seo: { pageTitle: '', metaDescription: '', metaKeywords: [] },
    createdAt: '2018-08-24T14:41:00Z',
    modifiedAt: '2024-01-02T03:04:05Z',
  });
});

describe('prices', () => {
  test.each([0, null, undefined, '', '0', '0.0000'])('a sale price of %p is none', (salePrice) => {
    expect(mapped({ sale_price: salePrice })).toMatchObject({ salePrice: null, calculatedPrice: 20 });
  });

  test('a sale price is kept next to the regular price', () => {
    expect(mapped({ price: 20, sale_price: 15.5, calculated_price: 15.5 })).toMatchObject({
      price: 20,
      salePrice: 15.5,
      calculatedPrice: 15.5,
    });
  });

  test('a price sent as a string is a number', () => {
    expect(mapped({ price: '20.5000', calculated_price: ' 18 ' })).toMatchObject({ price: 20.5, calculatedPrice: 18 });
  });

  test('without a calculated price, it costs the sale price, or else the price', () => {
    expect(mapped({ sale_price: 12, calculated_price: null }).calculatedPrice).toBe(12);
    expect(mapped({ sale_price: 0, calculated_price: undefined }).calculatedPrice).toBe(20);
  });

  test('a price of 0 is a price', () => {
    expect(mapped({ price: 0, calculated_price: 0, variants: [aWireVariant({ calculated_price: 0 })] })).toMatchObject({
      price: 0,
      calculatedPrice: 0,
      variants: [{ price: 0 }],
    });
  });

  test('prices have four places, rounded half up as databases do', () => {
    expect(mapped({ price: 1.00005 }).price).toBe(1.0001);
    expect(mapped({ price: 19.99994 }).price).toBe(19.9999);
    expect(mapped({ price: 0.0000001 }).price).toBe(0);
    expect(mapped({ price: 1234567.8901 }).price).toBe(1234567.8901);
  });

  test('a price too large for its column makes the product unusable, and so does a missing one', () => {
    expect(refusal({ price: 1e16 })).toBe('price is too large to be stored: 10000000000000000');
    expect(refusal({ price: -1 })).toBe('price is negative: -1');
    expect(refusal({ price: undefined })).toBe('price must be a number, and is missing');
    expect(refusal({ price: 'free' })).toBe('price must be a number, and was "free"');
    expect(refusal({ price: {} })).toBe('price must be a number, and was {}');
  });
});

describe('publication', () => {
  test.each([
    [true, [1], 'publish'],
    [true, [2, 1], 'publish'],
    [true, ['1'], 'publish'],
    [true, [2], 'draft'],
    [true, [], 'draft'],
    [false, [1], 'draft'],
  ])('visible %p on channels %p is %s on channel 1', (isVisible, channels, status) => {
    expect(mapped({ is_visible: isVisible, channels }).publicationStatus).toBe(status);
  });

  test('what other channels alone show is a draft that says so; other products say nothing, as those stored by earlier versions', () => {
    expect(mapped({ is_visible: true, channels: [2] })).toMatchObject({
      publicationStatus: 'draft',
      isVisibleElsewhere: true,
    });
    for (const others of [{ channels: [1, 2] }, { channels: [2], is_visible: false }])
      expect(mapped(others)).not.toHaveProperty('isVisibleElsewhere');
  });

  test('visibility is never guessed', () => {
    expect(refusal({ is_visible: undefined })).toBe('is_visible must be true or false, and is missing');
    expect(refusal({ is_visible: null })).toBe('is_visible must be true or false, and was null');
  });
});

describe('empty values', () => {
  test.each([0, null, undefined, '', -1])('a brand of %p is none', (brand) => {
    expect(mapped({ brand_id: brand }).brandId).toBeNull();
  });

  test.each([[[-1]], [[]], [null], [undefined], [-1], ['-1'], [[0]]])(
    'related products of %p are automatic',
    (related) => {
      expect(mapped({ related_products: related }).relatedIds).toEqual([]);
    },
  );

  test('explicit related products keep their order, once each and without the product itself', () => {
    expect(mapped({ related_products: [90, 12, 77, 90, 3] }).relatedIds).toEqual([90, 12, 3]);
  });

  test.each([[null], [undefined], [''], [[]]])('categories of %p are none', (categories) => {
    expect(mapped({ categories }).categoryIds).toEqual([]);
  });

  test('categories keep their order, once each', () => {
    expect(mapped({ categories: [23, 21, 23, 0, 40] }).categoryIds).toEqual([23, 21, 40]);
  });

  test.each([null, undefined, ''])('a description, SKU and weight of %p are empty', (nothing) => {
    expect(mapped({ description: nothing, sku: nothing, weight: nothing })).toMatchObject({
      content: '',
      sku: '',
      weight: 0,
    });
  });

  test('a numeric SKU is a string', () => {
    expect(mapped({ sku: 12345 }).sku).toBe('12345');
  });

  test.each([
    ['', []],
    ['0', []],
    [null, []],
    [' , ,', []],
    ['jar,  jar ,lid,', ['jar', 'lid']],
  ])('search keywords of %p are the tags %p', (keywords, tags) => {
    expect(mapped({ search_keywords: keywords }).tags).toEqual(tags);
  });

  test.each([
    [[''], []],
    [[], []],
    [null, []],
    ['', []],
    [
      ['a', '', 'b'],
      ['a', 'b'],
    ],
  ])('meta keywords of %p are %p', (keywords, expected) => {
    expect(mapped({ meta_keywords: keywords }).seo.metaKeywords).toEqual(expected);
  });

  test('a page title and meta description of "0" were never set', () => {
    expect(mapped({ page_title: '0', meta_description: '0' }).seo).toMatchObject({
      pageTitle: '',
      metaDescription: '',
    });
  });

  test('without variants, images and custom fields a product is still a product', () => {
    expect(mapped({ variants: [], images: [], custom_fields: [] })).toMatchObject({
      variants: [],
      images: [],
      customFields: [],
    });
  });

  test('fields that upstream adds without notice are ignored', () => {
    expect(mapped({ something_new: { deep: [1] } }).id).toBe(77);
  });
});
