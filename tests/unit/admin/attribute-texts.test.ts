import { describe, expect, test } from 'vitest';
import { attributeText, attributeWords } from '../../../admin/src/pages/bridge/runs/attribute-texts';
import type { Translate } from '../../../admin/src/hooks/use-translate';
import { brandSchema } from '../../../server/src/content-types/brand/schema';
import { categorySchema } from '../../../server/src/content-types/category/schema';
import { productSchema } from '../../../server/src/content-types/product/schema';

// No dry run reports these: they are derived from others, or do not describe the record.
const unnamed = new Set([
  'upstreamId',
  'syncedAt',
  'withdrawnAt',
  'fingerprint',
  'slugClaim',
  'titleKey',
  'preparedItem',
  'preparedDetails',
]);

const keys: Translate = (key) => key;

describe('the fields that a dry run names', () => {
  test.each([productSchema, categorySchema, brandSchema])(
    'have labels in $info.singularName',
    ({ info, attributes }) => {
      const inverse = info.singularName === 'product' ? [] : ['products'];
      const nameless = Object.keys(attributes).filter(
        (name) => !unnamed.has(name) && !inverse.includes(name) && attributeText(name) === undefined,
      );
      expect(nameless).toEqual([]);
    },
  );

  test('are each listed once, and an attribute that the site added keeps its own name', () => {
    expect(attributeWords(['categoryIds', 'categories', 'price', 'warehouse'], keys)).toBe(
      'commerce-bridge.product.categories, commerce-bridge.product.price, warehouse',
    );
  });
});
