import type { z } from 'zod';

/*
 * The subset of OpenAPI 3.1 that our document uses (https://spec.openapis.org/oas/v3.1.0).
 */

/** JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  /** Lists are comma-separated: `form` and not exploded. */
  style?: 'form';
  explode?: false;
}

export interface Header {
  description: string;
  /** Whether every response that names this header has it. */
  required: boolean;
  schema: JsonSchema;
}

/** The schema of a body, or a reference to one. */
export type BodySchema = JsonSchema | Reference | { anyOf: (JsonSchema | Reference)[] };

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: ResponseContent;
}

export interface ResponseContent {
  'application/json': { schema: BodySchema };
  /** The same, for clients that accept this type. */
  'application/graphql-response+json'?: { schema: BodySchema };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Reference } } };
  /** By status, or `default`. */
  responses: Record<string, OpenApiResponse | Reference>;
  /** Alternatives, one of which suffices; an empty list: none is needed. */
  security?: Record<string, string[]>[];
}

export type PathItem = Partial<Record<'get' | 'post', Operation>>;

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: [];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, OpenApiResponse>;
    securitySchemes: Record<
      string,
      | { type: 'apiKey'; in: 'header'; name: string; description: string }
      | { type: 'http'; scheme: 'bearer'; description: string }
    >;
  };
}
