import type { Header, Reference } from './openapi-types';

/** Headers of responses. */
export const responseHeaders = {
  ETag: {
    description: 'Stands for the bytes of the body; weak when a compression of the site changed them.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[\\w-]+"$' },
  },
  'Cache-Control': {
    description: 'The caching setting of the site, by default `public, max-age=60, stale-while-revalidate=300`.',
    required: true,
    schema: { type: 'string' },
  },
  'Surrogate-Key': {
    description:
      'What the answer contains, by names for purging a cache in front of the site: `product-209 collections brands`.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]+( [\\w-]+)*$' },
  },
  'X-Cache': {
    description: 'Whether the site had the answer ready (`HIT`) or read it from its database (`MISS`).',
    required: false,
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'X-Request-Id': {
    description: "The caller's own, or one of ours; what the site logs about this request carries it too.",
    required: true,
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  Location: {
    description: 'The same endpoint with the slug of today.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  NotCached: {
    description: 'Failures are not to be cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Allow: {
    description: 'The methods that this endpoint takes.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
} satisfies Record<string, Header>;

export type ResponseHeader = Exclude<keyof typeof responseHeaders, 'NotCached'>;

/** References to headers of a success. */
export function headersNamed(...names: ResponseHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

/** The header that every failure has. */
export function notCached(): Record<string, Reference> {
  return { 'Cache-Control': referenceTo('NotCached') };
}

const referenceTo = (name: keyof typeof responseHeaders): Reference => ({ $ref: `#/components/headers/${name}` });
