import { expect, test } from 'vitest';
import { changesBetween } from '../../server/src/catalog/model/product-differences';
import { aProduct, anImage, aVariant } from '../support/shops/catalog-items';

const changes = (...given: Parameters<typeof changesBetween>) =>
  changesBetween(...given).map(({ field, item, part, from, to }) => [field, item, part, from, to]);
const one = aProduct({ id: 1, title: 'One' });

test('a product equals itself, and one with only a new modification date', () => {
  expect(changesBetween(one, { ...one, modifiedAt: '2030-01-01T00:00:00Z' })).toEqual([]);
});

test('each changed value is reported, even within objects', () => {
  expect(
    changes(one, { ...one, salePrice: 4, inStock: false, tags: ['a', 'b'], seo: { ...one.seo, pageTitle: 'Buy' } }),
  ).toEqual([
    ['salePrice', null, null, null, 4],
    ['inStock', null, null, true, false],
    ['tags', null, null, '', 'a, b'],
    ['seo', null, 'pageTitle', '', 'Buy'],
  ]);
});

test('list elements are reported by name: added, removed, changed, and reordered', () => {
  const before = {
    ...one,
    images: [anImage(1, 'Front'), anImage(2, 'Back')],
    variants: [aVariant({ id: 1, name: 'Red' })],
    customFields: [{ name: 'Made in', value: 'Delft' }],
  };
  const after = {
    ...one,
    images: [anImage(2, 'Back'), anImage(1, 'Front')],
    variants: [aVariant({ id: 2, name: 'Blue' })],
    customFields: [{ name: 'Made in', value: 'Gouda' }],
  };
  expect(changes(before, after)).toEqual([
    ['variants', 'Blue', null, null, 'SKU-2 · 10 · Blue'],
    ['variants', 'Red', null, 'SKU-1 · 10 · Red', null],
    ['images', null, 'order', 'Front, Back', 'Back, Front'],
    ['customFields', 'Made in', 'value', 'Delft', 'Gouda'],
  ]);
});

test('an element with another name is in no other order', () => {
  const before = { ...one, images: [anImage(1, 'Front'), anImage(2, 'Back')] };
  const after = { ...one, images: [anImage(1, 'Front side'), anImage(2, 'Back')] };
  expect(changes(before, after)).toEqual([['images', 'Front side', 'alt', 'Front', 'Front side']]);
});

test('a variant whose purchase is disabled, or allowed again, has changed', () => {
  const sold = { ...one, variants: [aVariant({ id: 1, name: 'Red' })] };
  const disabled = { ...one, variants: [aVariant({ id: 1, name: 'Red', isPurchaseDisabled: true })] };
  expect(changes(sold, disabled)).toEqual([['variants', 'Red', 'isPurchaseDisabled', false, true]]);
  expect(changes(disabled, sold)).toEqual([['variants', 'Red', 'isPurchaseDisabled', true, false]]);
});

test('long texts are shortened to where they differ', () => {
  const text = 'x'.repeat(1_000);
  const [change] = changesBetween({ ...one, content: `${text}old` }, { ...one, content: `${text}new` });
  expect(change).toMatchObject({ from: `…${'x'.repeat(60)}old`, to: `…${'x'.repeat(60)}new` });
  const [grown] = changesBetween(one, { ...one, content: text });
  expect(String(grown?.to)).toHaveLength(301);
});
