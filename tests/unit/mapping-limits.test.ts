import { describe, expect, test } from 'vitest';
import { readItems } from '../../server/src/upstream/reading/read-items';
import { wireProduct } from '../../server/src/upstream/wire/wire-product';
import { mapped, refusal } from '../support/shops/map-raw';
import { aWireImage, aWireProduct, aWireVariant } from '../support/shops/wire-builders';

describe('ids', () => {
  test('the largest id is the largest whole number that is exact', () => {
    expect(mapped({ id: 9_007_199_254_740_991 }).id).toBe(9_007_199_254_740_991);
  });

  test.each([2 ** 53, 0, -5, 1.5, null, 'abc', '9007199254740993'])('an id of %p makes the product unusable', (id) => {
    expect(refusal({ id })).toMatch(/^id must be an id between 1 and 9007199254740991/);
  });

  test('ids inside a product have the same limit, and counts a smaller one', () => {
    expect(refusal({ variants: [aWireVariant({ id: 2 ** 53 })] })).toMatch(/^variants\[0\]\.id must be an id/);
    expect(refusal({ categories: [1, 2 ** 53] })).toMatch(/^categories must be a list of ids/);
    expect(refusal({ brand_id: 2 ** 53 })).toMatch(/^brand_id must be at most 9007199254740991/);
    expect(refusal({ inventory_level: 2 ** 31 })).toMatch(/^inventory_level must be at most 2147483647/);
  });
});

describe('texts', () => {
  test('a name of 250 characters of any script fits', () => {
    const name = '👩‍🚀漢é'.repeat(60).slice(0, 250);
    expect(mapped({ name }).title).toBe(name);
  });

  test('a name or SKU longer than its column makes the product unusable', () => {
    expect(refusal({ name: 'x'.repeat(513) })).toBe('name, in lower case, has 513 characters; 512 can be stored');
    expect(refusal({ sku: 'x'.repeat(513) })).toBe('sku has 513 characters; 512 can be stored');
    expect(mapped({ sku: 'x'.repeat(512) }).sku).toHaveLength(512);
  });

  test('a name that exceeds its column only when folded makes the product unusable', () => {
    // Normalization turns this letter into three.
    expect(refusal({ name: '\ufb2c'.repeat(200) })).toBe('name, in lower case, has 600 characters; 512 can be stored');
  });

  test.each(['', '   ', null, undefined])('a name of %p makes the product unusable', (name) => {
    expect(refusal({ name })).toMatch(/^name must not be empty/);
  });

  test('a description of 1 MB with scripts is unchanged', () => {
    const description = `<script>alert("x")</script>${'<p>Words é 漢 👍</p>'.repeat(50_000)}`;
    expect(mapped({ description }).content).toBe(description);
  });

  test('NUL characters, which PostgreSQL rejects, are removed from every text', () => {
    const product = mapped({
      name: 'Ja\0r',
      sku: '\0S',
      description: 'a\0b',
      search_keywords: 'x\0,y',
      meta_keywords: ['m\0'],
      images: [aWireImage({ description: 'al\0t' })],
      variants: [aWireVariant({ option_values: [{ id: 1, label: 'L\0', option_id: 2, option_display_name: 'S\0' }] })],
      custom_fields: [{ id: 1, name: 'n\0', value: 'v\0' }],
    });
    expect(JSON.stringify(product)).not.toContain('\\u0000');
    expect(product).toMatchObject({ title: 'Jar', sku: 'S', content: 'ab', tags: ['x', 'y'] });
  });

  test('an unpaired surrogate becomes the replacement character', () => {
    expect(mapped({ name: 'a\ud83d', description: '\udc4db 👍' })).toMatchObject({
      title: 'a\ufffd',
      content: '\ufffdb 👍',
    });
  });
});

describe('dates', () => {
  test.each([
    ['2018-08-24T14:41:00+00:00', '2018-08-24T14:41:00Z'],
    ['2018-08-24T14:41:00Z', '2018-08-24T14:41:00Z'],
    ['2018-08-24T14:41:00.999Z', '2018-08-24T14:41:00Z'],
    ['2018-08-24T14:41:00-0500', '2018-08-24T19:41:00Z'],
    ['2018-08-24 14:41:00', '2018-08-24T14:41:00Z'],
    ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00Z'],
  ])('%s is %s', (given, expected) => {
    expect(mapped({ date_created: given }).createdAt).toBe(expected);
  });

  test.each([
    '',
    null,
    undefined,
    'yesterday',
    '2018-08-24',
    '2023-02-29T10:00:00Z',
    '2023-13-01T10:00:00Z',
    '0000-00-00T00:00:00Z',
    '-0001-11-30T00:00:00+00:00',
    '2018-08-24T25:00:00Z',
    1535121660,
  ])('a date of %p makes the product unusable', (date) => {
    expect(refusal({ date_modified: date })).toMatch(/^date_modified must be a date and time such as/);
  });
});

describe('a failure', () => {
  const read = (item: unknown) => readItems([item], { entity: 'product', schema: wireProduct, idField: 'id' }).failures;

  test('names the product, as far as upstream does', () => {
    expect(read(aWireProduct({ price: 'x' }))).toEqual([
      { entity: 'product', id: 77, name: 'Jar', reason: 'price must be a number, and was "x"' },
    ]);
    expect(read({ name: 'Jar' })).toMatchObject([{ id: null, name: 'Jar' }]);
    expect(read(null)).toMatchObject([{ id: null, name: null, reason: expect.stringMatching(/^the item /) }]);
    expect(read(aWireProduct({ id: 2 ** 53 }))).toMatchObject([{ id: null, name: 'Jar' }]);
  });

  test('is short, however much is wrong', () => {
    const [failure] = read({
      ...aWireProduct({ price: 'x'.repeat(1000) }),
      id: null,
      name: null,
      is_visible: null,
      date_created: null,
    });
    expect(failure?.reason.length).toBeLessThan(300);
  });
});
