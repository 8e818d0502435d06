import type { OpenApiDocument } from './openapi-types';

/** Paths and components of a document in OpenAPI 3.0, to be merged into another one. */
export interface OpenApi30Part {
  paths: Record<string, unknown>;
  components: Record<string, unknown>;
}

interface Placement {
  /** Prefix of each path, for example `/commerce-bridge/v1`. */
  path: string;
  /** Prefix of each component's name, and the only tag. */
  name: string;
}

/**
 * Our document as a part of an OpenAPI 3.0 document; version 3.0 has `nullable` and no constants. Operations without
 * their own security need none, regardless of the other document's default.
 */
export function partOfOpenApi30(document: OpenApiDocument, { path, name }: Placement): OpenApi30Part {
  const prefix = name.replaceAll(/\W/g, '');
  const { securitySchemes, ...components } = document.components;
  const paths = Object.entries(document.paths).map(([own, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      converted(
        { security: [], ...operation, operationId: `${prefix}-${operation.operationId}`, tags: [name] },
        prefix,
      ),
    ]);
    return [`${path}${own === '/' ? '' : own}`, Object.fromEntries(operations)];
  });
  return {
    paths: Object.fromEntries(paths),
    components: {
      ...Object.fromEntries(
        Object.entries(components).map(([kind, named]) => [
          kind,
          Object.fromEntries(
            Object.entries(named).map(([own, value]) => [`${prefix}${own}`, converted(value, prefix)]),
          ),
        ]),
      ),
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).map(([own, scheme]) => [`${prefix}${own}`, scheme]),
      ),
    },
  };
}

function converted(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => converted(item, prefix));
  if (!isRecord(value)) return value;
  const { const: constant, anyOf, $ref, security, ...rest } = value;
  const others = Object.fromEntries(
    Object.entries(rest).flatMap(([key, inner]) => (key === 'propertyNames' ? [] : [[key, converted(inner, prefix)]])),
  );
  return {
    ...others,
    ...(constant !== undefined && { enum: [constant] }),
    ...(typeof $ref === 'string' && { $ref: $ref.replace(/[^/]+$/, (own) => `${prefix}${own}`) }),
    ...(Array.isArray(security) && { security: security.map((scheme) => withPrefix(scheme, prefix)) }),
    ...(Array.isArray(anyOf) && alternatives(anyOf, prefix)),
  };
}

function alternatives(anyOf: readonly unknown[], prefix: string): object {
  const values = anyOf.filter((item) => !(isRecord(item) && item.type === 'null'));
  const schemas = values.map((item) => converted(item, prefix));
  if (values.length === anyOf.length) return { anyOf: schemas };
  const [only, ...more] = schemas;
  // In OpenAPI 3.0, a reference cannot have siblings.
  const isPlain = more.length === 0 && isRecord(only) && !('$ref' in only);
  return isPlain ? { ...only, nullable: true } : { anyOf: schemas, nullable: true };
}

const withPrefix = (scheme: unknown, prefix: string): object =>
  Object.fromEntries(Object.entries(Object(scheme)).map(([own, scopes]) => [`${prefix}${own}`, scopes]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
