import { z } from 'zod';
import type { Definitions } from './setting-definition';
import { asBoolean, asList, asNumber, asText, isHttpAddress, onOrOff, origin, wholeNumber } from './setting-kinds';

/** What the public REST API returns, to whom, and how long it is cached (behavior 8.1). */
export const restDefinitions = {
  corsOrigins: {
    variable: 'COMMERCE_BRIDGE_CORS_ORIGINS',
    schema: z.array(z.union([z.literal('*'), z.literal('site'), origin])).max(100),
    fromText: asList,
    fallback: [],
    expects: { code: 'origins', values: { example: 'https://shop.example.com' } },
    allowed:
      'origins such as https://shop.example.com (no path), * for every origin, or site for those of strapi::cors',
  },
  corsCredentials: {
    variable: 'COMMERCE_BRIDGE_CORS_CREDENTIALS',
    ...onOrOff,
    fromText: asBoolean,
    fallback: false,
    allowed: 'true or false; true needs a list of origins without *',
  },
  nonceHeader: {
    variable: 'COMMERCE_BRIDGE_NONCE_HEADER',
    schema: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9-]{1,64}$/),
    fromText: asText,
    fallback: 'X-Strapi-Nonce',
    expects: { code: 'header_name', values: {} },
    allowed: 'the name of a header: letters, digits and hyphens',
  },
  cacheControl: {
    variable: 'COMMERCE_BRIDGE_CACHE_CONTROL',
    schema: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[\x20-\x7e]+$/),
    fromText: asText,
    fallback: 'public, max-age=60, stale-while-revalidate=300',
    expects: { code: 'cache_control', values: {} },
    allowed: 'the value of a Cache-Control header',
  },
  productCacheSeconds: {
    variable: 'COMMERCE_BRIDGE_PRODUCT_CACHE_SECONDS',
    ...wholeNumber(0, 86_400),
    fromText: asNumber,
    fallback: 3600,
    allowed: 'a whole number of seconds from 0 (products are not cached) to 86400',
  },
  cacheMegabytes: {
    variable: 'COMMERCE_BRIDGE_CACHE_MEGABYTES',
    ...wholeNumber(0, 4096),
    fromText: asNumber,
    fallback: 48,
    allowed: 'a whole number of megabytes from 0 (nothing is cached) to 4096',
  },
  readClientPercent: {
    variable: 'COMMERCE_BRIDGE_READ_CLIENT_PERCENT',
    ...wholeNumber(1, 100),
    fromText: asNumber,
    fallback: 50,
    allowed: 'a whole number of percent from 1 to 100 (one client may use as much as it likes)',
  },
  entryEventsOfFullRuns: {
    variable: 'COMMERCE_BRIDGE_ENTRY_EVENTS_OF_FULL_RUNS',
    ...onOrOff,
    fromText: asBoolean,
    fallback: false,
    allowed: 'true or false',
  },
  productPageAddress: {
    variable: 'COMMERCE_BRIDGE_PRODUCT_PAGE_ADDRESS',
    schema: z
      .string()
      .trim()
      .max(500)
      .refine((text) => text.includes('{slug}') && isHttpAddress(text))
      .nullable(),
    fromText: asText,
    fallback: null,
    expects: {
      code: 'product_page_address',
      values: { part: '{slug}', example: 'https://shop.example.com/products/{slug}' },
    },
    allowed:
      'an address that contains {slug}, such as https://shop.example.com/products/{slug}; it may also contain {market} and {locale}',
  },
} satisfies Partial<Definitions>;
