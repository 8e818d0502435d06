import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** The part of upstream's schema that the simulator implements, in the project. */
export const SCHEMA_SUBSET = resolve(__dirname, '..', '..', 'schema', 'storefront.graphql');

const built = new Map<string, GraphQLSchema>();

/** The schema in a file; upstream's own takes half a second to build, so each file is built once. */
export function loadSchema(file: string = SCHEMA_SUBSET): GraphQLSchema {
  const known = built.get(file);
  if (known) return known;
  const schema = buildSchema(readFileSync(file, 'utf8'));
  built.set(file, schema);
  return schema;
}
