import { describe, expect, test } from '@jest/globals';
import { mapped, refusal } from '../support/map-raw';
import { aWireImage, aWireVariant } from '../support/wire-builders';

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

  test('a sale price is kept beside the regular price', () => {
    expect(mapped({ price: 20, sale_price: 15.5, calculated_price: 15.5 })).toMatchObject({
      price: 20,
      salePrice: 15.5,
      calculatedPrice: 15.5,
    });
  });

  test('a price sent as a text is a number', () => {
    expect(mapped({ price: '20.5000', calculated_price: ' 18 ' })).toMatchObject({ price: 20.5, calculatedPrice: 18 });
  });

  test('without a calculated price the sale price is what it costs, else the price', () => {
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

  test('a price that no column holds makes the product unusable, and so does none', () => {
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

  test('visibility is never guessed', () => {
    expect(refusal({ is_visible: undefined })).toBe('is_visible must be true or false, and is missing');
    expect(refusal({ is_visible: null })).toBe('is_visible must be true or false, and was null');
  });
});

describe('what stands for empty', () => {
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

  test('a number for a SKU is a text', () => {
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

  test('fields that upstream adds without notice are let pass', () => {
    expect(mapped({ something_new: { deep: [1] } }).id).toBe(77);
  });
});

describe('stock', () => {
  test('a disabled product is out of stock, whatever it has', () => {
    expect(mapped({ availability: 'disabled', inventory_tracking: 'none' }).inStock).toBe(false);
    expect(mapped({ availability: 'disabled', inventory_tracking: 'product', inventory_level: 9 }).inStock).toBe(false);
    expect(mapped({ availability: 'disabled' }).variants[0]?.inStock).toBe(false);
  });

  test('stock that is not tracked is there', () => {
    expect(mapped({ inventory_tracking: 'none', inventory_level: 0 })).toMatchObject({
      inStock: true,
      variants: [{ inStock: true, inventoryLevel: null }],
    });
  });

  test('a preorder follows the same rule', () => {
    expect(mapped({ availability: 'preorder', inventory_tracking: 'product', inventory_level: 0 }).inStock).toBe(false);
    expect(mapped({ availability: 'preorder', inventory_tracking: 'none' }).inStock).toBe(true);
  });

  test.each([
    [1, true],
    [0, false],
    [-3, false],
    [null, false],
  ])('tracked by product, a level of %p is in stock: %p', (level, expected) => {
    expect(mapped({ inventory_tracking: 'product', inventory_level: level })).toMatchObject({
      inStock: expected,
      inventoryLevel: level ?? 0,
      variants: [{ inStock: expected, inventoryLevel: null }],
    });
  });

  test('tracked by variant, one variant that can be bought and has stock is enough', () => {
    const variants = [
      aWireVariant({ id: 1, inventory_level: 0 }),
      aWireVariant({ id: 2, inventory_level: 7, purchasing_disabled: true }),
      aWireVariant({ id: 3, inventory_level: 2 }),
    ];
    expect(mapped({ inventory_tracking: 'variant', inventory_level: 0, variants })).toMatchObject({
      inStock: true,
      variants: [
        { id: 1, inStock: false, inventoryLevel: 0 },
        { id: 2, inStock: false, inventoryLevel: 7 },
        { id: 3, inStock: true, inventoryLevel: 2 },
      ],
    });
    expect(mapped({ inventory_tracking: 'variant', inventory_level: 5, variants: variants.slice(0, 2) }).inStock).toBe(
      false,
    );
  });

  test('tracked by variant, a product without variants is out of stock', () => {
    expect(mapped({ inventory_tracking: 'variant', inventory_level: 5, variants: [] })).toMatchObject({
      inStock: false,
      inventoryLevel: 5,
    });
  });

  test('tracked by variant, the level is what the variants have together', () => {
    const variants = [
      aWireVariant({ id: 1, inventory_level: 3 }),
      aWireVariant({ id: 2, inventory_level: 4 }),
      aWireVariant({ id: 3, inventory_level: null }),
    ];
    expect(mapped({ inventory_tracking: 'variant', inventory_level: 0, variants }).inventoryLevel).toBe(7);
  });

  test('levels that together exceed the column stay at its end', () => {
    const variants = [1, 2].map((id) => aWireVariant({ id, inventory_level: 2_000_000_000 }));
    expect(mapped({ inventory_tracking: 'variant', variants }).inventoryLevel).toBe(2_147_483_647);
  });

  test('a way of tracking that nobody knows makes the product unusable', () => {
    expect(refusal({ inventory_tracking: 'warehouse' })).toBe(
      'inventory_tracking must be one of none, product, variant, and was "warehouse"',
    );
    expect(refusal({ availability: undefined })).toBe(
      'availability must be one of available, disabled, preorder, and is missing',
    );
  });
});

describe('variants', () => {
  const valueOf = (optionId: number, name: string, label: string) => ({
    id: optionId * 10,
    label,
    option_id: optionId,
    option_display_name: name,
  });

  test('a variant is named by its labels in option order', () => {
    const variant = aWireVariant({ option_values: [valueOf(9, 'Size', 'Large'), valueOf(4, 'Colour', 'Blue')] });
    expect(mapped({ variants: [variant] }).variants[0]?.name).toBe('Large / Blue');
  });

  test.each([[[]], [null], [undefined], [[valueOf(1, 'Size', '')]]])(
    'with options %p it has the name of the product',
    (optionValues) => {
      expect(mapped({ variants: [aWireVariant({ option_values: optionValues })] }).variants[0]?.name).toBe('Jar');
    },
  );

  test("it costs its calculated price, else its own, else the product's", () => {
    const prices = (variant: object) =>
      mapped({ price: 20, sale_price: 18, calculated_price: 18, variants: [aWireVariant({ ...variant })] }).variants[0]
        ?.price;
    expect(prices({ calculated_price: 11, price: 12 })).toBe(11);
    expect(prices({ calculated_price: null, price: 12 })).toBe(12);
    expect(prices({ calculated_price: undefined, price: null })).toBe(18);
  });

  test('they come in the order of their ids', () => {
    const variants = [3, 1, 2].map((id) => aWireVariant({ id }));
    expect(mapped({ variants }).variants.map((variant) => variant.id)).toEqual([1, 2, 3]);
  });

  test('a malformed one makes its product unusable, and says where', () => {
    const variants = [aWireVariant(), aWireVariant({ id: 502, calculated_price: 'abc' })];
    expect(refusal({ variants })).toBe('variants[1].calculated_price must be a number, and was "abc"');
    expect(refusal({ variants: [aWireVariant({ calculated_price: 2e16 })] })).toBe(
      'price of variant 501 is too large to be stored: 20000000000000000',
    );
  });
});

describe('images', () => {
  const shown = (images: object[]) => mapped({ images }).images;

  test('the thumbnail goes first, then the sort order, then the id', () => {
    const images = [
      aWireImage({ id: 12, is_thumbnail: false, sort_order: 2 }),
      aWireImage({ id: 11, is_thumbnail: false, sort_order: 2 }),
      aWireImage({ id: 13, is_thumbnail: false, sort_order: 0 }),
      aWireImage({ id: 14, is_thumbnail: true, sort_order: 7 }),
    ];
    expect(shown(images).map((image) => image.id)).toEqual([14, 13, 11, 12]);
  });

  test.each(['', '   ', null, undefined, '0'])(
    'a description of %p gives the name of the product as alt',
    (description) => {
      expect(shown([aWireImage({ description })])[0]?.alt).toBe('Jar');
    },
  );

  test('a size that is missing is filled with another', () => {
    expect(shown([aWireImage({ url_standard: '', url_tiny: null })])[0]?.urls).toMatchObject({
      standard: expect.stringContaining('.1280.1280.'),
      tiny: expect.stringContaining('.1280.1280.'),
      thumbnail: expect.stringContaining('.220.290.'),
    });
  });

  test('an image without any address is left out', () => {
    expect(shown([aWireImage({ url_zoom: '', url_standard: '', url_thumbnail: '', url_tiny: '' })])).toEqual([]);
  });
});
