import { describe, expect, test } from 'vitest';
import { mapped, refusal } from '../support/shops/map-raw';
import { aWireImage, aWireVariant } from '../support/shops/wire-builders';

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
    'with options %p, it has the name of the product',
    (optionValues) => {
      expect(mapped({ variants: [aWireVariant({ option_values: optionValues })] }).variants[0]?.name).toBe('Jar');
    },
  );

  test("it costs its calculated price, or else its own, or else the product's", () => {
    const prices = (variant: object) =>
      mapped({ price: 20, sale_price: 18, calculated_price: 18, variants: [aWireVariant({ ...variant })] }).variants[0]
        ?.price;
    expect(prices({ calculated_price: 11, price: 12 })).toBe(11);
    expect(prices({ calculated_price: null, price: 12 })).toBe(12);
    expect(prices({ calculated_price: undefined, price: null })).toBe(18);
  });

  test('they are in the order of their ids', () => {
    const variants = [3, 1, 2].map((id) => aWireVariant({ id }));
    expect(mapped({ variants }).variants.map((variant) => variant.id)).toEqual([1, 2, 3]);
  });

  test('a malformed one makes its product unusable, and is named', () => {
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

  test.each(['', '   ', null, undefined, '0'])("with a description of %p, alt is the product's name", (description) => {
    expect(shown([aWireImage({ description })])[0]?.alt).toBe('Jar');
  });

  test('a missing size is filled with another', () => {
    expect(shown([aWireImage({ url_standard: '', url_tiny: null })])[0]?.urls).toMatchObject({
      standard: expect.stringContaining('.1280.1280.'),
      tiny: expect.stringContaining('.1280.1280.'),
      thumbnail: expect.stringContaining('.220.290.'),
    });
  });

  test('an image without any URL is left out', () => {
    expect(shown([aWireImage({ url_zoom: '', url_standard: '', url_thumbnail: '', url_tiny: '' })])).toEqual([]);
  });
});
