import { expect, test } from 'vitest';
import { stockText } from '../../../admin/src/lib/stock-text';

test.each([
  [true, 'available', 'commerce-bridge.product.inStock'],
  [true, 'preorder', 'commerce-bridge.product.inStock'],
  [false, 'available', 'commerce-bridge.product.outOfStock'],
  [false, 'disabled', 'commerce-bridge.product.availability.disabled'],
] as const)('a product with inStock %s and availability %s is shown as %s', (inStock, availability, key) => {
  expect(stockText({ inStock, availability })).toBe(key);
});
