import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { product, productListItem } from '../../../contracts/rest/products';
import { largestId } from '../catalog/model';
import { largestChoice, type ChoiceKind } from '../content-types/product-choice';
import type { ProductFieldMap } from '../content-types/product-field-map';
import { contentTypeOfRoute } from '../http/content-type-of-route';

const chosenId = z.int().min(1).max(largestId).describe("A product's BigCommerce ID.");
const listed = productListItem.describe('With `commerceProducts=list`.');
const single = product.describe('With `commerceProducts=single`.');
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(largestChoice);
const ids = listOf(chosenId).meta({ uniqueItems: true });

/** The schemas of a field: as stored, and as shown in a response. */
const schemas = {
  one: { stored: z.union([chosenId, z.null()]), shown: z.union([chosenId, z.null(), listed, single]) },
  many: {
    stored: z.union([ids, z.null()]),
    shown: z.union([ids, z.null(), listOf(listed), listOf(single)]),
  },
} satisfies Record<ChoiceKind, Record<Form, z.ZodType>>;
type Form = 'stored' | 'shown';

interface Visit {
  form: Form;
  map: ProductFieldMap;
  seen: Set<unknown>;
}

/**
 * Describes chosen products in Strapi's OpenAPI document. In the schemas that it makes for the routes of content types,
 * Strapi describes a custom field by the type that stores it, which is any JSON; we add our description to them. Older
 * versions of Strapi have no such schemas.
 */
export function describeProductFields(strapi: Core.Strapi, map: ProductFieldMap): void {
  for (const [apiName, { routes: routers }] of Object.entries(strapi.apis))
    for (const { routes } of Object.values<Core.Router>(routers))
      for (const route of routes) {
        const uid = contentTypeOfRoute(strapi, { handler: route.handler, info: { apiName } });
        if (uid === null || !map.has(uid)) continue;
        const sent = objectIn(route.request?.body?.['application/json']);
        visit(sent?.shape['data'], uid, { form: 'stored', map, seen: new Set() });
        // Only GET routes expand products.
        const form = route.method === 'GET' ? 'shown' : 'stored';
        visit(objectIn(route.response)?.shape['data'], uid, { form, map, seen: new Set() });
      }
}

function visit(schema: unknown, uid: string, walk: Visit): void {
  const entry = objectIn(schema);
  const places = walk.map.get(uid);
  if (!entry || !places || walk.seen.has(entry)) return;
  walk.seen.add(entry);
  for (const { name, kind } of places.fields) describe(entry.shape[name], schemas[kind][walk.form]);
  // Strapi uses one schema of a component, or of a related type, in the responses of all routes.
  for (const { name, target } of places.nested)
    if (target !== null) visit(entry.shape[name], target, { ...walk, form: 'shown' });
}

function describe(field: unknown, as: z.ZodType): void {
  if (!(field instanceof z.ZodType)) return;
  const { anyOf } = z.toJSONSchema(as, { io: 'output' });
  z.globalRegistry.add(field, { description: 'Chosen products of the catalog.', anyOf });
}

function objectIn(schema: unknown): z.ZodObject | null {
  const inner = innermost(schema);
  return inner instanceof z.ZodObject ? inner : null;
}

/** Unwraps schemas that are optional, in a list, or lazy. */
function innermost(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodArray ||
    schema instanceof z.ZodLazy;
  return isWrapped ? innermost(schema.unwrap()) : schema;
}
