import type { OpenApiDocument, Parameter, Reference } from '../../../../../contracts/rest/openapi/openapi-types';

/** One value in a body, with its path, such as `products[].price`. */
export interface DescribedValue {
  path: string;
  type: string;
  description: string;
}

/** The subset of JSON Schema that is shown. */
interface Shape {
  $ref?: string | undefined;
  type?: string | readonly string[] | undefined;
  properties?: Readonly<Record<string, Schema>> | undefined;
  items?: Schema | readonly Schema[] | undefined;
  anyOf?: readonly Schema[] | undefined;
  enum?: readonly unknown[] | undefined;
  const?: unknown;
  description?: string | undefined;
}
type Schema = Shape | boolean;

const prefix = '#/components/schemas/';
// Deeper than any response; ends recursive schemas.
const deepest = 6;

/** The target of a reference; any other schema unchanged. */
function resolved(schema: Schema, document: OpenApiDocument): Shape {
  if (typeof schema === 'boolean') return {};
  if (typeof schema.$ref !== 'string') return schema;
  return document.components.schemas[schema.$ref.replace(prefix, '')] ?? {};
}

/** All values of a body in the order of its schema. */
export function valuesOf(schema: Schema, document: OpenApiDocument): DescribedValue[] {
  return inside(schema, { document, path: '', depth: 0 });
}

interface Place {
  document: OpenApiDocument;
  path: string;
  depth: number;
}

function inside(schema: Schema, { document, path, depth }: Place): DescribedValue[] {
  const { properties = {}, items, anyOf = [] } = resolved(schema, document);
  if (depth > deepest) return [];
  const listed = oneOf(items);
  return [
    ...Object.entries(properties).flatMap(([name, part]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const { description = '' } = resolved(part, document);
      return [
        { path: at, type: typeOf(part, document), description },
        ...inside(part, { document, path: at, depth: depth + 1 }),
      ];
    }),
    ...(listed === null ? [] : inside(listed, { document, path: `${path}[]`, depth: depth + 1 })),
    ...anyOf.flatMap((one) => inside(one, { document, path, depth: depth + 1 })),
  ];
}

/** A type in JSON Schema terms: `string`, `integer | null`, `object[]`, `"asc" | "desc"`. */
export function typeOf(schema: Schema, document: OpenApiDocument): string {
  const { type, items, anyOf, enum: allowed, const: only } = resolved(schema, document);
  if (only !== undefined) return JSON.stringify(only);
  if (allowed !== undefined) return allowed.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, document)).join(' | ');
  const listed = oneOf(items);
  if (type === 'array') return listed === null ? 'array' : `${inBrackets(typeOf(listed, document))}[]`;
  return type === undefined ? 'any' : typeof type === 'string' ? type : type.join(' | ');
}

/** The schema of a list's elements; null for tuples. */
const oneOf = (items: Shape['items']): Schema | null => (items === undefined || isList(items) ? null : items);
const isList = (items: Schema | readonly Schema[]): items is readonly Schema[] => Array.isArray(items);

const inBrackets = (type: string) => (type.includes(' ') ? `(${type})` : type);

/** The path and query parameters of an operation. */
export function parametersIn(
  document: OpenApiDocument,
  parameters: readonly (Parameter | Reference)[] = [],
): DescribedValue[] {
  return parameters.flatMap((given) => {
    const parameter = '$ref' in given ? document.components.parameters[nameOf(given.$ref)] : given;
    if (parameter === undefined || parameter.in === 'header') return [];
    const { name, description, schema } = parameter;
    return [{ path: name, type: typeOf(schema, document), description: description ?? schema.description ?? '' }];
  });
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
