import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { EntryType } from './holding-entries';
import type { ImportModel } from './import-plan';

/** The field of `@strapi-community/bigcommerce`, as content types name it. */
export const foreignFieldUid = 'plugin::bigcommerce.product';

const attributeSchema = z.looseObject({
  customField: z.string(),
  options: z.looseObject({ multiple: z.boolean().optional() }).optional(),
});
const stored = z.object({ columnName: z.string() });

/** The site's content types and components that have a field of either kind. */
export function readImportModels(strapi: Core.Strapi, productField: string): ReadonlyMap<string, ImportModel> {
  const models = new Map<string, ImportModel>();
  for (const { uid, attributes } of [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)]) {
    const meta = strapi.db.metadata.get(uid);
    const fields = Object.entries(attributes).flatMap(([name, attribute]) => {
      const { data } = attributeSchema.safeParse(attribute);
      return data && [foreignFieldUid, productField].includes(data.customField)
        ? [{ name, ...data, column: stored.parse(meta.attributes[name]).columnName }]
        : [];
    });
    if (fields.length === 0) continue;
    const [foreign, own] = [foreignFieldUid, productField].map((wanted) =>
      fields.filter(({ customField }) => customField === wanted),
    );
    models.set(uid, {
      uid,
      table: meta.tableName,
      foreign: new Map(foreign?.map(({ name, column }) => [name, { column }])),
      own: new Map(
        own?.map(({ name, column, options }) => [name, { column, kind: options?.multiple === true ? 'many' : 'one' }]),
      ),
    });
  }
  return models;
}

/** The site's content types, by uid. */
export function readEntryTypes(strapi: Core.Strapi): ReadonlyMap<string, EntryType> {
  return new Map(
    Object.values(strapi.contentTypes).map(({ uid, options }) => [
      uid,
      { uid, table: strapi.db.metadata.get(uid).tableName, hasDrafts: options?.draftAndPublish === true },
    ]),
  );
}
