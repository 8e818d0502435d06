import { describe, expect, test } from 'vitest';
import type { ProductGroup } from '../../contracts/rest/parameters';
import { includeGroups } from '../../contracts/rest/parameters';
import { product, productListItem } from '../../contracts/rest/products';
import type { DetailedProductRecord } from '../../server/src/catalog/model/product-reader';
import { presentListItem, presentProduct } from '../../server/src/catalog/views/product-view';
import { presentCurrency, presentStore } from '../../server/src/catalog/views/store-view';
import { aVariant, anImage } from '../support/shops/catalog-items';

const colour = (label: string, valueId: number) => ({ optionId: 1, name: 'Colour', valueId, label });
const size = (label: string, valueId: number) => ({ optionId: 2, name: 'Size', valueId, label });

const record: DetailedProductRecord = {
  id: 77,
  title: 'Tall mug',
  slug: 'tall-mug',
  content: '<p>Tall &amp; blue</p>',
  price: 12.5,
  salePrice: 9,
  calculatedPrice: 9,
  inStock: true,
  inventoryTracking: 'variant',
  inventoryLevel: 3,
  availability: 'available',
  images: [anImage(1, 'Front'), anImage(2, 'Back')],
  categorySlugs: ['mugs'],
  brand: { id: 3, title: 'Acme', slug: 'acme' },
  seo: { pageTitle: 'Buy', metaDescription: 'It is tall', metaKeywords: ['mug'] },
  createdAt: '2024-01-02T03:04:05Z',
  modifiedAt: '2024-02-02T03:04:05Z',
  details: {
    sku: 'MUG',
    weight: 1.5,
    tags: ['blue'],
    categoryIds: [4],
    customFields: [{ name: 'Origin', value: 'Delft' }],
    variants: [
      aVariant({
        id: 1,
        name: 'Blue / L',
        sku: 'B-L',
        price: 9,
        inventoryLevel: 3,
        options: [colour('Blue', 10), size('L', 20)],
      }),
      aVariant({
        id: 2,
        name: 'Red / L',
        sku: 'R-L',
        price: 8,
        inventoryLevel: 0,
        inStock: false,
        options: [colour('Red', 11), size('L', 20)],
      }),
    ],
  },
};

const context = (...include: ProductGroup[]) => ({
  include: new Set(include),
  productPageAddress: 'https://shop.example/p/{slug}?ref={slug}',
  weightUnit: 'KGS',
  currency: { code: 'EUR', symbol: '€', decimals: 2, placement: 'right' as const },
  market: { key: 'eu', channel_id: 3, currency: 'EUR', locale: 'en' },
});

describe('a product in a list', () => {
  test('has exactly the specified fields', () => {
    expect(presentListItem(record, context())).toEqual({
      id: 77,
      name: 'Tall mug',
      slug: 'tall-mug',
      price: 12.5,
      sale_price: 9,
      description: '<p>Tall &amp; blue</p>',
      images: [
        { url: 'https://images.example/1/standard.jpg', alt: 'Front' },
        { url: 'https://images.example/2/standard.jpg', alt: 'Back' },
      ],
      categories: ['mugs'],
      in_stock: true,
      permalink: 'https://shop.example/p/tall-mug?ref=tall-mug',
    });
  });

  test('has a safe URL, no matter what the slug contains', () => {
    const { permalink } = presentListItem({ ...record, slug: "a b/ü$&$'" }, context());
    expect(permalink).toBe("https://shop.example/p/a%20b%2F%C3%BC%24%26%24'?ref=a%20b%2F%C3%BC%24%26%24'");
  });
});

describe('a single product', () => {
  test('has exactly the specified fields', () => {
    expect(presentProduct(record, context())).toEqual({
      id: 77,
      name: 'Tall mug',
      slug: 'tall-mug',
      price: 12.5,
      description: '<p>Tall &amp; blue</p>',
      images: [
        { url: 'https://images.example/1/standard.jpg', alt: 'Front' },
        { url: 'https://images.example/2/standard.jpg', alt: 'Back' },
      ],
      variants: [
        { id: 1, name: 'Blue / L', price: 9, in_stock: true },
        { id: 2, name: 'Red / L', price: 8, in_stock: false },
      ],
      categories: ['mugs'],
      tags: ['blue'],
      meta: { sku: 'MUG', weight: '1.5 kg' },
    });
  });
});

describe('images in all sizes', () => {
  const withUrls = (urls: Record<'zoom' | 'standard' | 'thumbnail' | 'tiny', string>) => ({
    ...record,
    images: [{ id: 1, alt: 'Front', urls }],
  });
  const srcsetOf = (urls: Parameters<typeof withUrls>[0]) =>
    presentListItem(withUrls(urls), context('images_all_sizes')).images_all_sizes?.[0]?.srcset;

  test('are offered to browsers by the widths in their URLs', () => {
    const at = (size: string) => `https://cdn.example/products/88/images/293/a mug.1677080507.${size}.jpg?c=1`;
    const of = (size: string) => at(size).replace(' ', '%20');
    expect(
      srcsetOf({ zoom: at('1280.1280'), standard: at('386.513'), thumbnail: at('220.290'), tiny: at('44.58') }),
    ).toBe(`${of('44.58')} 44w, ${of('220.290')} 220w, ${of('386.513')} 386w, ${of('1280.1280')} 1280w`);
  });

  test('are offered by no width that is not known', () => {
    const url = 'https://cdn.example/mug.jpg';
    expect(srcsetOf({ zoom: url, standard: url, thumbnail: url, tiny: url })).toBe('');
  });
});

describe('a range of prices', () => {
  const rangeOf = (...variants: DetailedProductRecord['details']['variants']) =>
    presentProduct({ ...record, details: { ...record.details, variants } }, context('price_range')).price_range;

  test('is that of the variants that can be bought, and of all if none can', () => {
    const [one, other] = [aVariant({ id: 1, price: 8 }), aVariant({ id: 2, price: 9 })];
    expect(rangeOf(one, other)).toEqual({ min: 8, max: 9 });
    expect(rangeOf(one, { ...other, isPurchaseDisabled: true })).toEqual({ min: 8, max: 8 });
    expect(rangeOf({ ...one, isPurchaseDisabled: true })).toEqual({ min: 8, max: 8 });
  });

  test('is null where nothing has a price', () => {
    expect(rangeOf()).toBeNull();
  });
});

describe('what a cart takes to choose a variant', () => {
  test('is the ids of its options and of their values', () => {
    const { variants } = product.parse(presentProduct(record, context('option_selections')));
    expect(variants.map(({ option_selections: selections }) => selections)).toEqual([
      [
        { option_id: 1, option_value: 10 },
        { option_id: 2, option_value: 20 },
      ],
      [
        { option_id: 1, option_value: 11 },
        { option_id: 2, option_value: 20 },
      ],
    ]);
  });
});

describe('the groups of include', () => {
  /** The include groups that lists have by default. */
  const ofLists: ReadonlySet<ProductGroup> = new Set(['sale_price', 'in_stock', 'permalink']);

  test.each(includeGroups)('%s adds its own fields and nothing else, to both shapes', (group) => {
    const itemBefore = presentListItem(record, context());
    const before = presentProduct(record, context());
    const item = productListItem.parse(presentListItem(record, context(group)));
    const single = product.parse(presentProduct(record, context(group)));

    expect(Object.keys(item).filter((key) => !(key in itemBefore))).toEqual(ofLists.has(group) ? [] : [group]);
    expect(Object.keys(single).filter((key) => !(key in before))).toEqual([group]);
  });

  test('match their documentation', () => {
    const { images_all_sizes: sizes, ...single } = presentProduct(record, context(...includeGroups));
    expect(single).toMatchObject({
      sale_price: 9,
      calculated_price: 9,
      inventory: { in_stock: true, tracking: 'variant', level: 3, availability: 'available' },
      brand: { id: 3, name: 'Acme', slug: 'acme' },
      custom_fields: [{ name: 'Origin', value: 'Delft' }],
      options: [
        {
          id: 1,
          name: 'Colour',
          values: [
            { id: 10, label: 'Blue' },
            { id: 11, label: 'Red' },
          ],
        },
        { id: 2, name: 'Size', values: [{ id: 20, label: 'L' }] },
      ],
      seo: { page_title: 'Buy', meta_description: 'It is tall', meta_keywords: ['mug'] },
      dates: { created: '2024-01-02T03:04:05Z', modified: '2024-02-02T03:04:05Z' },
    });
    expect(single.variants[0]).toEqual({
      id: 1,
      name: 'Blue / L',
      price: 9,
      in_stock: true,
      inventory_level: 3,
      sku: 'B-L',
      options: [
        { id: 1, name: 'Colour', value_id: 10, label: 'Blue' },
        { id: 2, name: 'Size', value_id: 20, label: 'L' },
      ],
      availability: 'available',
    });
    expect(sizes?.[0]).toEqual({ alt: 'Front', ...anImage(1, 'Front').urls, srcset: '' });
  });

  test('have no stock level if stock is not tracked', () => {
    expect(presentListItem({ ...record, inventoryTracking: 'none' }, context('inventory')).inventory?.level).toBeNull();
  });

  test('are null for a product without a brand', () => {
    expect(presentListItem({ ...record, brand: null }, context('brand')).brand).toBeNull();
  });
});

describe('the store', () => {
  const facts = {
    weightUnit: 'Pounds',
    currency: 'JPY',
    name: 'Demo',
    defaultChannelId: 1,
    currencySymbol: '¥',
    currencyDecimals: 0,
    currencyPlacement: 'left' as const,
    locale: 'ja',
  };

  test('has the units of prices and weights', () => {
    expect(presentStore(facts)).toEqual({
      name: 'Demo',
      currency: { code: 'JPY', symbol: '¥', decimals: 0, placement: 'left' },
      weight_unit: 'lb',
      locale: 'ja',
    });
  });

  test('has null for what is unknown', () => {
    expect(presentStore(null)).toEqual({ name: null, currency: null, weight_unit: null, locale: null });
    expect(presentCurrency(null)).toBeNull();
    expect(presentStore({ ...facts, name: '', weightUnit: ' ', locale: null })).toMatchObject({
      name: null,
      weight_unit: null,
      locale: null,
    });
  });
});

describe('a product whose purchase is disabled', () => {
  const disabled = { ...record, availability: 'disabled' as const, inStock: false, inventoryLevel: 12 };

  test('says so, in a list and by itself', () => {
    const expected = { availability: 'disabled', in_stock: false };
    expect(presentListItem(disabled, context('availability'))).toMatchObject(expected);
    expect(presentProduct(disabled, context('availability', 'in_stock'))).toMatchObject(expected);
  });

  test('says so of each variant', () => {
    const { variants } = presentProduct(disabled, context('availability'));
    expect(variants.map(({ availability }) => availability)).toEqual(variants.map(() => 'disabled'));
  });

  test('says so of the only variant that cannot be bought', () => {
    const [sold, ...others] = record.details.variants;
    if (sold === undefined) throw new Error('the record has no variant');
    const unsold = { ...sold, id: 4711, inStock: false, isPurchaseDisabled: true as const };
    const mixed = { ...record, details: { ...record.details, variants: [sold, ...others, unsold] } };
    const { variants } = presentProduct(mixed, context('availability'));
    expect(variants.at(0)).toMatchObject({ availability: 'available' });
    expect(variants.at(-1)).toMatchObject({ id: 4711, in_stock: false, availability: 'disabled' });
    expect(presentProduct(mixed, context('options')).variants.at(-1)).not.toHaveProperty('availability');
  });
});
