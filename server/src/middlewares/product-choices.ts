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
      if (problem === null || (await isStoredFromBefore(strapi, { place, params: context.params, root: context.uid })))
        continue;
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

const changed = z.object({ documentId: z.string() });

/**
 * Whether the document that is updated or cloned holds the same value in a field of the same model. Which entry or
 * component holds it is left open: restores and clones send components without their ids.
 */
async function isStoredFromBefore(
  strapi: Core.Strapi,
  { place, params, root }: { place: FieldPlace; params: unknown; root: string },
): Promise<boolean> {
  const { holder, name, kind, uid, path } = place;
  if (problemOfChoice(holder[name], kind === 'one' ? 'many' : 'one') !== null) return false;
  const where = changed.safeParse(params).data;
  if (where === undefined) return false;
  const map = productFieldsOf(strapi);
  const populate = populateComponents(strapi, { uid: root, map, depth: path.length });
  const rows: unknown = await strapi.db.query(root).findMany({ where, populate });
  return findProductFields(rows, { uid: root, map, form: 'sent' }).some(
    (stored) => stored.uid === uid && stored.name === name && isDeepStrictEqual(stored.holder[name], holder[name]),
  );
}

interface Depth {
  uid: string;
  map: ProductFieldMap;
  /** How many levels of components, since a site's own may contain each other. */
  depth: number;
}

/** Parameters of the query engine that read all components with chosen products. */
function populateComponents(strapi: Core.Strapi, { uid, map, depth }: Depth): Record<string, object> {
  if (depth === 0) return {};
  const inner = (target: string) => ({ populate: populateComponents(strapi, { uid: target, map, depth: depth - 1 }) });
  return Object.fromEntries(
    (map.get(uid)?.nested ?? []).flatMap(({ name, type, target }): [string, object][] => {
      if (type === 'relation') return [];
      if (target !== null) return [[name, inner(target)]];
      const components = Object.keys(strapi.components).filter((component) => map.has(component));
      return [[name, { on: Object.fromEntries(components.map((component) => [component, inner(component)])) }]];
    }),
  );
}
