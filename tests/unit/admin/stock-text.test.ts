import { expect, test } from 'vitest';
import { stockText, variantStockText } from '../../../admin/src/lib/stock-text';

test.each([
  [true, 'available', 'commerce-bridge.product.inStock'],
  [true, 'preorder', 'commerce-bridge.product.inStock'],
  [false, 'available', 'commerce-bridge.product.outOfStock'],
  [false, 'disabled', 'commerce-bridge.product.availability.disabled'],
] as const)('a product with inStock %s and availability %s is shown as %s', (inStock, availability, key) => {
  expect(stockText({ inStock, availability })).toBe(key);
});

const [disabled, outOfStock, inStock] = [
  'commerce-bridge.product.availability.disabled',
  'commerce-bridge.product.outOfStock',
  'commerce-bridge.product.inStock',
] as const;

test.each([
  [{ inventoryTracking: 'variant', inventoryLevel: 5, availability: 'available' }, disabled],
  [{ inventoryTracking: 'variant', inventoryLevel: 0, availability: 'available' }, outOfStock],
  [{ inventoryTracking: 'variant', inventoryLevel: 0, availability: 'disabled' }, disabled],
  [{ inventoryTracking: 'none', inventoryLevel: null, availability: 'available' }, disabled],
  [{ inventoryTracking: 'product', inventoryLevel: null, availability: 'preorder' }, disabled],
] as const)('a variant that cannot be bought, of %o, is shown as %s', ({ inventoryLevel, ...product }, key) => {
  expect(variantStockText({ inStock: false, inventoryLevel }, { ...product, inventoryLevel: 3 })).toBe(key);
});

test('a variant of a product that is sold out, with stock tracked by product, is out of stock', () => {
  const product = { availability: 'available', inventoryTracking: 'product', inventoryLevel: 0 } as const;
  expect(variantStockText({ inStock: false, inventoryLevel: null }, product)).toBe(outOfStock);
});

test('a variant whose purchase is disabled is shown as that, also when it is sold out', () => {
  const product = { availability: 'available', inventoryTracking: 'variant', inventoryLevel: 3 } as const;
  expect(variantStockText({ inStock: false, inventoryLevel: 0, isPurchaseDisabled: true }, product)).toBe(disabled);
});

test('a variant that can be bought is in stock', () => {
  const product = { availability: 'available', inventoryTracking: 'none', inventoryLevel: 0 } as const;
  expect(variantStockText({ inStock: true, inventoryLevel: null }, product)).toBe(inStock);
});
