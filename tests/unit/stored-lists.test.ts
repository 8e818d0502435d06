import { describe, expect, test } from 'vitest';
import { productRecordOf } from '../../server/src/catalog/tables/product-rows';
import { aVariant, anImage } from '../support/shops/catalog-items';
import { aProductRow } from '../support/shops/product-row';

describe('the lists of a product’s row', () => {
  test('are read as they were written', () => {
    const variant = { ...aVariant({ id: 1 }), isPurchaseDisabled: true };
    const row = aProductRow({
      images: JSON.stringify([anImage(1, 'Front')]),
      tags: '["blue"]',
      variants: JSON.stringify([variant]),
      custom_fields: '[{"name":"Material","value":"Clay"}]',
    });
    expect(productRecordOf(row, [])).toMatchObject({
      images: [anImage(1, 'Front')],
      details: { tags: ['blue'], variants: [variant], customFields: [{ name: 'Material', value: 'Clay' }] },
    });
  });

  test('are empty where nothing was written', () => {
    const row = aProductRow({ images: null, tags: null, variants: null, custom_fields: null });
    expect(productRecordOf(row, [])).toMatchObject({
      images: [],
      details: { tags: [], variants: [], customFields: [] },
    });
  });

  test.each([
    ['images', '{"id":1}'],
    ['images', '[{"id":1,"alt":"","urls":{"zoom":"z","standard":"s","thumbnail":null,"tiny":"t"}}]'],
    ['tags', '[1]'],
    ['variants', '[null]'],
    ['variants', JSON.stringify([{ ...aVariant({ id: 1 }), price: '12.50' }])],
    ['variants', JSON.stringify([{ ...aVariant({ id: 1 }), options: [{ optionId: 1, name: 'Size', label: 'L' }] }])],
    ['custom_fields', '[{"name":"Material"}]'],
  ])('are not served with something else in them: %s %s', (column, text) => {
    expect(() => productRecordOf(aProductRow({ [column]: text }), [])).toThrow(TypeError);
  });
});
