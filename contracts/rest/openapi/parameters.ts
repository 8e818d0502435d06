import type { z } from 'zod';
import { marketQuery } from '../markets';
import type { JsonSchema, Parameter, Reference } from './openapi-types';
import { inlineSchema } from './schemas';

/** The parameters of an endpoint, from its schema: names, types, defaults, bounds, and descriptions. */
export function parametersOf(schema: z.ZodObject, place: 'query' | 'path'): Parameter[] {
  const { properties = {}, required = [] } = inlineSchema(schema, 'input');
  return Object.entries(properties).map(([name, json]) => {
    if (typeof json === 'boolean') throw new TypeError(`The parameter ${name} takes anything.`);
    return parameterOf(json, { name, in: place, required: required.includes(name) });
  });
}

function parameterOf(json: JsonSchema, place: Pick<Parameter, 'name' | 'in' | 'required'>): Parameter {
  const { description, ...schema } = json;
  return {
    ...place,
    ...(description !== undefined && { description }),
    schema,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  };
}

const [market] = parametersOf(marketQuery, 'query');
if (!market) throw new TypeError('The market has no parameter.');

/** Parameters that many endpoints take. */
export const sharedParameters = {
  Market: market,
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of a cached response: if it is still valid, the response is a 304 without a body.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Parameter>;

/** A reference to a shared parameter. */
export function sharedParameter(name: keyof typeof sharedParameters): Reference {
  return { $ref: `#/components/parameters/${name}` };
}
