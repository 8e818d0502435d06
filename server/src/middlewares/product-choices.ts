import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';
import { problemOfChoice } from '../content-types/product-choice';
import { mapProductFields, type ProductFieldMap } from '../content-types/product-field-map';
import { type FieldPlace, findProductFields } from '../content-types/walk-product-fields';

const writingActions = new Set(['create', 'update', 'clone']);
const maps = new WeakMap<Core.Strapi, ProductFieldMap>();

/** Where this site's content types hold chosen products; all content types are known once plugins have registered. */
export function productFieldsOf(strapi: Core.Strapi): ProductFieldMap {
  const known = maps.get(strapi);
  if (known) return known;
  const map = mapProductFields([...Object.values(strapi.contentTypes), ...Object.values(strapi.components)]);
  maps.set(strapi, map);
  return map;
}

/**
 * Rejects values that a "Commerce product" field cannot hold, no matter what writes them: the Content Manager, the
 * content API, or the site's own code. An empty list is stored as null, which is what Strapi's `required` checks. What
 * the entry already holds from before its field took several products, or only one, is kept: a form sends all fields.
 */
export function checkProductChoices(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    if (!writingActions.has(context.action)) return next();
    const map = productFieldsOf(strapi);
    if (!map.has(context.uid) || !('data' in context.params)) return next();

    const places = findProductFields(context.params.data, { uid: context.uid, map, form: 'sent' });
    const problems: { path: string[]; message: string; name: string }[] = [];
    for (const place of places) {
      const { holder, name, kind, path } = place;
      const problem = problemOfChoice(holder[name], kind);
      if (problem === null || (await isStoredFromBefore(strapi, { place, params: context.params }))) continue;
      problems.push({ path: [...path], message: `${name} ${problem}.`, name: 'ValidationError' });
    }
    if (problems.length > 0)
      throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), { errors: problems });
    for (const { holder, name } of places) {
      const value = holder[name];
      if (Array.isArray(value) && value.length === 0) holder[name] = null;
    }
    return next();
  });
}

const updated = z.object({ documentId: z.string() });

async function isStoredFromBefore(
  strapi: Core.Strapi,
  { place, params }: { place: FieldPlace; params: unknown },
): Promise<boolean> {
  const { holder, name, kind, uid, path } = place;
  if (problemOfChoice(holder[name], kind === 'one' ? 'many' : 'one') !== null) return false;
  const document = updated.safeParse(params).data;
  const where = path.length === 1 ? document : { id: holder.id };
  if (document === undefined || where === undefined) return false;
  const rows: Record<string, unknown>[] = await strapi.db.query(uid).findMany({ where, select: [name] });
  return rows.some((row) => isDeepStrictEqual(row[name], holder[name]));
}
