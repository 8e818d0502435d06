import { buildASTSchema, getNamedType, isObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { brand, brandListItem } from '../../contracts/rest/brands';
import { collectionListItem } from '../../contracts/rest/collections';
import { product, productListItem } from '../../contracts/rest/products';
import { typeDefinitions } from '../../server/src/graphql-schema/type-definitions';

/*
 * The types of the catalog in Strapi's GraphQL have the same fields as the REST API, by the same names (behavior 13.2).
 * A new field of a response must be added to server/src/graphql-schema/type-definitions.ts, too.
 */

const schema = buildASTSchema(parse(`scalar Long\n${typeDefinitions}`));

const node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Dotted names of all fields of a REST response, in objects and lists, too. */
function namesInRest(described: unknown): string[] {
  const { properties = {}, items, anyOf = [] } = node.parse(described);
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    name,
    ...namesInRest(inner).map((below) => `${name}.${below}`),
  ]);
  return [...own, ...(items === undefined ? [] : namesInRest(items)), ...anyOf.flatMap(namesInRest)];
}

function namesInGraphql(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    field.name,
    ...namesInGraphql(getNamedType(field.type).name).map((below) => `${field.name}.${below}`),
  ]);
}

test.each([
  // A type that contains itself could be requested to any depth.
  ['CommerceProduct', [product, productListItem], /^related/],
  // In GraphQL, `total` is `product_count`.
  ['CommerceBrand', [brand, brandListItem], /^(links|total)/],
  ['CommerceCollection', [collectionListItem], /^$/],
] as const)('%s has the fields that REST has', (name, responses, left) => {
  const inRest = responses.flatMap((response) =>
    namesInRest(z.toJSONSchema(response, { io: 'output', reused: 'inline' })),
  );
  expect(new Set(namesInGraphql(name))).toEqual(new Set(inRest.filter((field) => !left.test(field))));
});
