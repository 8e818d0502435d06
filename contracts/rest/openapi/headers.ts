import type { Header, Reference } from './openapi-types';

/** Headers of responses. */
export const responseHeaders = {
  ETag: {
    description:
      "Identifies the exact body; weak if the site's compression changed it. Absent where no cache may keep the response.",
    required: false,
    schema: { type: 'string', pattern: '^(W/)?"[\\w-]+"$' },
  },
  'Cache-Control': {
    description:
      "The site's caching setting, by default `public, max-age=60, stale-while-revalidate=300`; `private, no-store` in a market that is not public, and where something changed while the response was read.",
    required: true,
    schema: { type: 'string' },
  },
  'Surrogate-Key': {
    description:
      'Names of what the response contains, for purging a cache in front of the site: `product-209 collections brands`. Other headers, or several, if the site chooses them.',
    required: false,
    schema: { type: 'string', pattern: '^[\\w-]+( [\\w-]+)*$' },
  },
  'X-Cache': {
    description: "Whether the response was cached (`HIT`) or read from the site's database (`MISS`).",
    required: false,
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'X-Request-Id': {
    description: "The caller's own, or a generated one; also in everything that the site logs about this request.",
    required: true,
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  Location: {
    description: 'The same endpoint with the current slug.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  NotCached: {
    description: 'Errors must not be cached.',
    required: true,
    schema: { type: 'string', enum: ['no-store', 'private, no-store'] },
  },
  Allow: {
    description: 'The methods that this endpoint accepts.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
} satisfies Record<string, Header>;

export type ResponseHeader = Exclude<keyof typeof responseHeaders, 'NotCached'>;

/** References to response headers. */
export function headersNamed(...names: ResponseHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, referenceTo(name)]));
}

/** The header that every failure has. */
export function notCached(): Record<string, Reference> {
  return { 'Cache-Control': referenceTo('NotCached') };
}

const referenceTo = (name: keyof typeof responseHeaders): Reference => ({ $ref: `#/components/headers/${name}` });
