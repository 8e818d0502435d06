import { describe, expect, test } from 'vitest';
import { contentLabels } from '../../../admin/src/content-manager/content-labels';
import { loadTranslations } from '../../../admin/src/translations/load-translations';
import { brandSchema } from '../../../server/src/content-types/brand/schema';
import { categorySchema } from '../../../server/src/content-types/category/schema';
import {
  brandManagerView,
  categoryManagerView,
  managerConfig,
  productManagerView,
} from '../../../server/src/content-types/manager-config';
import { productSchema } from '../../../server/src/content-types/product/schema';

const types = [
  { entity: 'product', schema: productSchema, view: productManagerView },
  { entity: 'category', schema: categorySchema, view: categoryManagerView },
  { entity: 'brand', schema: brandSchema, view: brandManagerView },
];
const idOf = (entity: string, field: string) =>
  `content-manager.content-types.plugin::commerce-bridge.${entity}.${field}`;

describe.each(types)('the Content Manager names a cached $entity', ({ entity, schema, view }) => {
  test.each(['en', 'fr', 'de', 'es'])('and every field that it shows, in %s', async (language) => {
    const labels = contentLabels(await loadTranslations(language));
    expect(labels[schema.info.displayName]).toMatch(/\S/);
    const shown = [...view.list, ...view.edit.flat().map(({ name }) => name)];
    expect(shown.filter((field) => labels[idOf(entity, field)] === undefined)).toEqual([]);
  });

  test('in English as it does where no translation is loaded', async () => {
    const labels = contentLabels(await loadTranslations('en'));
    const { metadatas } = managerConfig(schema.attributes, view);
    const fields = Object.keys(schema.attributes).filter((field) => labels[idOf(entity, field)] !== undefined);
    expect(fields.map((field) => [field, metadatas[field]?.edit.label])).toEqual(
      fields.map((field) => [field, labels[idOf(entity, field)]]),
    );
    expect(Object.keys(labels).filter((id) => id.includes(`.${entity}.`))).toEqual(
      expect.arrayContaining(fields.map((field) => idOf(entity, field))),
    );
  });
});

test('an unsupported language has no labels, so Strapi shows the English ones', () => {
  expect(contentLabels({})).toEqual({});
});
