import { expect, test } from 'vitest';
import { ownSchemas } from '../../server/src/content-types';
import type { EntryModel } from '../../server/src/content-types/attribute-destinations';
import { restrictPopulate } from '../../server/src/content-types/restrict-populate';

const models = new Map<string, EntryModel>(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(ownSchemas).map(([name, schema]) => [`plugin::commerce-bridge.${name}`, schema]),
    ),
    'api::note.note': { attributes: { about: { type: 'relation', relation: 'morphToMany' } } },
  }),
);
const populatedOf = (uid: string, populate: unknown, unlimited: 'refused' | 'left out') =>
  restrictPopulate(populate, {
    uid,
    modelOf: (name) => models.get(name),
    contentTypes: [...models.keys()],
    unlimited,
  });
const populated = (type: string, populate: unknown, unlimited: 'refused' | 'left out' = 'refused') =>
  populatedOf(`plugin::commerce-bridge.${type}`, populate, unlimited);

test.each([
  ['category', 'products'],
  ['brand', ['products.categories']],
  ['product', 'brand.products'],
  ['product', { categories: { populate: { products: true } } }],
  ['product', { brand: { populate: ['products'] } }],
])('all products of a category or brand are refused: %s, %j', (type, populate) => {
  expect(() => populated(type, populate)).toThrow(/"products" of a category or brand cannot be populated/);
});

test('what is not to be populated, or counted only, may be named', () => {
  const shown = { publicationStatus: { $eq: 'publish' } };
  expect(populated('brand', { products: { count: true } })).toEqual({ products: { count: true, filters: shown } });
  expect(populated('brand', { products: false })).toEqual({ products: false });
});

test('everything is all but that, also where Strapi has named all that there is', () => {
  const visible = { filters: { isVisible: { $eq: true }, withdrawnAt: { $null: true } } };
  expect(populated('brand', '*')).toEqual({});
  expect(populated('product', { brand: { populate: { products: true } } }, 'left out')).toEqual({
    brand: { filters: { withdrawnAt: { $null: true } }, populate: {} },
  });
  expect(populated('product', '*')).toEqual({
    categories: visible,
    brand: { filters: { withdrawnAt: { $null: true } } },
  });
});

test('everything below a polymorphic relation is for each type what it is elsewhere', () => {
  const visible = { filters: { isVisible: { $eq: true }, withdrawnAt: { $null: true } } };
  const current = { filters: { withdrawnAt: { $null: true } } };
  expect(populatedOf('api::note.note', { about: { populate: '*' } }, 'left out')).toEqual({
    about: {
      on: {
        'plugin::commerce-bridge.product': {
          filters: { publicationStatus: { $eq: 'publish' } },
          populate: { categories: visible, brand: current },
        },
        'plugin::commerce-bridge.category': { ...visible, populate: {} },
        'plugin::commerce-bridge.brand': { ...current, populate: {} },
        'api::note.note': { populate: { about: true } },
      },
    },
  });
});
