import { describe, expect, test } from 'vitest';
import { mapped, refusal } from '../support/shops/map-raw';
import { aWireVariant } from '../support/shops/wire-builders';

describe('stock', () => {
  test('a disabled product is out of stock, regardless of its level', () => {
    expect(mapped({ availability: 'disabled', inventory_tracking: 'none' }).inStock).toBe(false);
    expect(mapped({ availability: 'disabled', inventory_tracking: 'product', inventory_level: 9 }).inStock).toBe(false);
    expect(mapped({ availability: 'disabled' }).variants[0]?.inStock).toBe(false);
  });

  test('a product without stock tracking is in stock', () => {
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

  test('tracked by variant, one purchasable variant with stock is enough', () => {
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

  test("tracked by variant, the level is the sum of the variants'", () => {
    const variants = [
      aWireVariant({ id: 1, inventory_level: 3 }),
      aWireVariant({ id: 2, inventory_level: 4 }),
      aWireVariant({ id: 3, inventory_level: null }),
    ];
    expect(mapped({ inventory_tracking: 'variant', inventory_level: 0, variants }).inventoryLevel).toBe(7);
  });

  test('a sum that exceeds the column is clamped', () => {
    const variants = [1, 2].map((id) => aWireVariant({ id, inventory_level: 2_000_000_000 }));
    expect(mapped({ inventory_tracking: 'variant', variants }).inventoryLevel).toBe(2_147_483_647);
  });

  test('a variant whose purchase is disabled says so, regardless of its level', () => {
    const variants = [aWireVariant({ id: 1, inventory_level: 0, purchasing_disabled: true }), aWireVariant({ id: 2 })];
    const [disabled, other] = mapped({ inventory_tracking: 'variant', variants }).variants;
    expect(disabled).toMatchObject({ inStock: false, isPurchaseDisabled: true });
    expect(other).not.toHaveProperty('isPurchaseDisabled');
  });

  test('an unknown kind of tracking makes the product unusable', () => {
    expect(refusal({ inventory_tracking: 'warehouse' })).toBe(
      'inventory_tracking must be one of none, product, variant, and was "warehouse"',
    );
    expect(refusal({ availability: undefined })).toBe(
      'availability must be one of available, disabled, preorder, and is missing',
    );
  });
});
