import { describe, expect, test } from 'vitest';
import { mapBrand } from '../../server/src/upstream/mapping/map-brand';
import { mapCategory } from '../../server/src/upstream/mapping/map-category';
import { mapStore } from '../../server/src/upstream/mapping/map-store';
import { wireStore } from '../../server/src/upstream/wire/wire-store';
import { wireBrand, wireCategory } from '../../server/src/upstream/wire/wire-taxonomy';
import { aWireBrand, aWireCategory, type Raw } from '../support/shops/wire-builders';

describe('a category', () => {
  const mapped = (overrides: Raw = {}) => mapCategory(wireCategory.parse(aWireCategory(overrides)));

  test('is mapped field by field', () => {
    expect(mapped()).toEqual({
      id: 23,
      title: 'Kitchen',
      slugClaim: 'kitchen',
      content: '<p>For cooks.</p>',
      parentId: null,
      isVisible: true,
      sortOrder: 2,
      imageUrl: '',
      path: '/shop-all/kitchen/',
    });
  });

  test('has a parent, or 0 for none', () => {
    expect(mapped({ parent_id: 18 }).parentId).toBe(18);
    expect(mapped({ parent_id: 0 }).parentId).toBeNull();
    expect(mapped({ parent_id: null }).parentId).toBeNull();
  });

  test.each([null, undefined, '', [], {}, { path: null }])('without a URL (%p) claims its slugified name', (url) => {
    expect(mapped({ url, name: 'For Cooks' })).toMatchObject({ slugClaim: 'for-cooks', path: '' });
  });

  test('without optional fields is still valid', () => {
    expect(mapped({ description: null, image_url: null, sort_order: null })).toMatchObject({
      content: '',
      imageUrl: '',
      sortOrder: 0,
    });
  });

  test('without visibility is unusable', () => {
    expect(() => mapped({ is_visible: undefined })).toThrow('must be true or false');
  });
});

describe('a brand', () => {
  const mapped = (overrides: Raw = {}) => mapBrand(wireBrand.parse(aWireBrand(overrides)));

  test('is mapped field by field; its description is its meta description', () => {
    expect(mapped()).toEqual({
      id: 5,
      title: 'Northbound',
      slugClaim: 'northbound',
      content: 'Things that last.',
      imageUrl: 'https://pictures.example/brand.png',
    });
  });

  test('without optional fields is still valid', () => {
    expect(mapped({ meta_description: null, image_url: undefined, custom_url: null })).toMatchObject({
      content: '',
      imageUrl: '',
      slugClaim: 'northbound',
    });
  });
});

describe('the store', () => {
  const mapped = (raw: Raw) => mapStore(wireStore.parse(raw));
  const store = {
    id: 'demo',
    name: 'Demo',
    domain: 'demo.example',
    currency: 'EUR',
    weight_units: 'KGS',
    default_channel_id: 2,
    logo: [],
  };

  test('has its name, currency, weight unit as worded upstream, and default channel', () => {
    expect(mapped(store)).toEqual({
      name: 'Demo',
      currency: 'EUR',
      weightUnit: 'KGS',
      defaultChannelId: 2,
      currencySymbol: null,
      currencyDecimals: null,
      currencyPlacement: null,
      locale: null,
    });
    expect(mapped({ ...store, logo: { url: 'x' } }).name).toBe('Demo');
  });

  test('has channel 1 and no unit if it names none', () => {
    expect(mapped({ ...store, default_channel_id: undefined, weight_units: null })).toMatchObject({
      defaultChannelId: 1,
      weightUnit: '',
    });
  });

  test('has its price format and language', () => {
    const written = { currency_symbol: '€', decimal_places: 2, currency_symbol_location: 'Right', language: 'de' };
    expect(mapped({ ...store, ...written })).toMatchObject({
      currencySymbol: '€',
      currencyDecimals: 2,
      currencyPlacement: 'right',
      locale: 'de',
    });
    expect(mapped({ ...store, ...written, decimal_places: '0' }).currencyDecimals).toBe(0);
  });

  test('is usable with an invalid price format, which is then unknown', () => {
    const odd = { currency_symbol: {}, decimal_places: 'two', currency_symbol_location: 'above', language: [] };
    const unknown = { currencySymbol: null, currencyDecimals: null, currencyPlacement: null, locale: null };
    expect(mapped({ ...store, ...odd })).toMatchObject(unknown);
    expect(mapped({ ...store, decimal_places: -1, currency_symbol: ' ', language: '' })).toMatchObject(unknown);
  });

  test('is unusable without a currency', () => {
    expect(() => mapped({ ...store, currency: '' })).toThrow('must not be empty');
  });
});
