import { describe, expect, test } from 'vitest';
import { digestsOf, fingerprintOf, hasOutline, outlineOf } from '../../server/src/catalog/model/fingerprint';
import { completedFromStored, type SweptProduct } from '../../server/src/catalog/model/swept-product';
import { anImage, aProduct, aVariant } from '../support/shops/catalog-items';

const variants = [1, 2, 3].map((id) => aVariant({ id, inventoryLevel: 2, inStock: true }));
const images = [7, 5, 9].map((id) => anImage(id, `Picture ${id}`));
const stored = aProduct({
  id: 1,
  inventoryTracking: 'variant',
  inventoryLevel: 6,
  variants,
  images,
  customFields: [{ name: 'a', value: '1' }],
});

/** The stored product as listed when upstream embeds this many of its variants and images. */
function swept(given: Partial<SweptProduct> & { embedded?: number } = {}): SweptProduct {
  const { embedded = 2, ...rest } = given;
  const item = {
    ...stored,
    content: '',
    inventoryLevel: 2 * embedded,
    variants: variants.slice(0, embedded),
    images: images.slice(0, embedded),
  };
  return { item, cutOff: ['variants', 'images'], ownInventoryLevel: 6, ...rest };
}

describe('a product with truncated lists in a listing', () => {
  test('is completed from the stored product if that starts with what was embedded', () => {
    expect(completedFromStored(swept(), stored)).toEqual({ ...stored, content: '' });
    expect(completedFromStored(swept({ embedded: 0 }), stored)).toEqual({ ...stored, content: '' });
  });

  test('differs if an embedded variant differs, is in another order, or is not stored', () => {
    const { item } = swept();
    const changed = variants.slice(0, 2).map((variant) => ({ ...variant, price: 99 }));
    expect(completedFromStored(swept({ item: { ...item, variants: changed } }), stored)).toBeNull();
    expect(completedFromStored(swept({ item: { ...item, images: [...item.images].reverse() } }), stored)).toBeNull();
    expect(completedFromStored(swept({ item: { ...item, variants: [aVariant({ id: 99 })] } }), stored)).toBeNull();
  });

  test('shows by its total stock that one beyond the embedded ones was sold', () => {
    expect(completedFromStored(swept({ ownInventoryLevel: 5 }), stored)).toMatchObject({ inventoryLevel: 5 });
  });

  test('is used unchanged if nothing was truncated', () => {
    const { item } = swept({ embedded: 3 });
    expect(completedFromStored({ item, cutOff: [], ownInventoryLevel: 0 }, stored)).toBe(item);
  });
});

describe('the outline of a product', () => {
  test('is part of its fingerprint, regardless of its description', () => {
    const fingerprint = fingerprintOf(digestsOf(stored), [3, 4]);
    expect(hasOutline(fingerprint, outlineOf({ ...stored, content: 'never fetched' }, [3, 4]))).toBe(true);
    expect(fingerprintOf(digestsOf({ ...stored, content: 'other' }), [3, 4])).not.toBe(fingerprint);
  });

  test('differs with any other field, and with its relations', () => {
    const fingerprint = fingerprintOf(digestsOf(stored), [3, 4]);
    expect(hasOutline(fingerprint, outlineOf({ ...stored, price: 10.0001 }, [3, 4]))).toBe(false);
    expect(hasOutline(fingerprint, outlineOf(stored, [4, 3]))).toBe(false);
  });
});
