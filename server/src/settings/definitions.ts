import { z } from 'zod';
import type { PlainSettings, SecretName, SettingIssue } from '../../../contracts/admin/settings';
import { isCronExpression } from '../lib/node-cron-scheduler';
import {
  asBoolean,
  asList,
  asNumber,
  asNumbers,
  asText,
  httpAddress,
  isHttpAddress,
  onOrOff,
  origin,
  wholeNumber,
} from './setting-kinds';

/** One setting: where it can come from, what is allowed, what it is when nobody says. */
export interface SettingDefinition<Value> {
  /** Null: cannot come from the environment. */
  variable: `COMMERCE_BRIDGE_${string}` | null;
  schema: z.ZodType<Value>;
  /** Turns the text of an environment variable into what the schema takes. */
  fromText: (text: string) => unknown;
  fallback: Value;
  /** What is allowed, for pages to say in their own language. */
  expects: SettingIssue;
  /** The same in words, for error messages. */
  allowed: string;
}

type Definitions = { [Name in keyof PlainSettings]: SettingDefinition<PlainSettings[Name]> };

/** Every setting that is no secret (behavior 8.1). */
export const definitions: Definitions = {
  storeHash: {
    variable: 'COMMERCE_BRIDGE_STORE_HASH',
    schema: z
      .string()
      .trim()
      .regex(/^[a-z0-9]{1,32}$/i)
      .nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'store_hash', values: {} },
    allowed: "the store's hash: letters and digits, as in api.bigcommerce.com/stores/{store hash}",
  },
  channelId: {
    variable: 'COMMERCE_BRIDGE_CHANNEL_ID',
    schema: z.int().positive().nullable(),
    fromText: asNumber,
    fallback: null,
    expects: { code: 'channel', values: {} },
    allowed: "a channel's id (a whole number from 1), or nothing for the store's default channel",
  },
  apiUrl: {
    variable: 'COMMERCE_BRIDGE_API_URL',
    schema: httpAddress,
    fromText: asText,
    fallback: 'https://api.bigcommerce.com',
    expects: { code: 'http_address', values: {} },
    allowed: 'an http or https address without credentials, query or fragment',
  },
  graphqlUrl: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_URL',
    schema: httpAddress.nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'http_address_or_empty', values: {} },
    allowed:
      'an http or https address without credentials, query or fragment, or nothing for the address made of store hash and channel',
  },
  publicUrl: {
    variable: 'COMMERCE_BRIDGE_PUBLIC_URL',
    schema: httpAddress.nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'http_address_or_empty', values: {} },
    allowed:
      "the site's public http or https address without credentials, query or fragment, or nothing for the host's `server.url`",
  },
  corsOrigins: {
    variable: 'COMMERCE_BRIDGE_CORS_ORIGINS',
    schema: z.array(z.union([z.literal('*'), origin])).max(100),
    fromText: asList,
    fallback: [],
    expects: { code: 'origins', values: { example: 'https://shop.example.com' } },
    allowed: 'origins such as https://shop.example.com (no path), or * for every origin',
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
    allowed: 'a whole number of seconds from 0 (products are not kept) to 86400',
  },
  cacheMegabytes: {
    variable: 'COMMERCE_BRIDGE_CACHE_MEGABYTES',
    ...wholeNumber(0, 4096),
    fromText: asNumber,
    fallback: 48,
    allowed: 'a whole number of megabytes from 0 (nothing is kept) to 4096',
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
    allowed: 'an address that contains {slug}, such as https://shop.example.com/products/{slug}',
  },
  syncSchedule: {
    variable: 'COMMERCE_BRIDGE_SYNC_SCHEDULE',
    schema: z
      .string()
      .trim()
      .refine((text) => text === 'off' || isCronExpression(text)),
    fromText: asText,
    fallback: '0 3 * * *',
    expects: { code: 'schedule', values: { example: '0 3 * * *' } },
    allowed: 'a cron expression such as 0 3 * * *, or off',
  },
  sweepEnabled: {
    variable: 'COMMERCE_BRIDGE_SWEEP_ENABLED',
    ...onOrOff,
    fromText: asBoolean,
    fallback: true,
    allowed: 'true or false',
  },
  fullSyncEveryDays: {
    variable: 'COMMERCE_BRIDGE_FULL_SYNC_EVERY_DAYS',
    ...wholeNumber(0, 365),
    fromText: asNumber,
    fallback: 7,
    allowed: 'a whole number of days from 1 to 365, or 0 for never',
  },
  upstreamReserve: {
    variable: 'COMMERCE_BRIDGE_UPSTREAM_RESERVE',
    ...wholeNumber(0, 1000),
    fromText: asNumber,
    // A tenth of a standard store's window (upstream 1.1).
    fallback: 15,
    allowed: 'a whole number of requests from 0 to 1000; more than half of the window counts as half of it',
  },
  removalLimitPercent: {
    variable: 'COMMERCE_BRIDGE_REMOVAL_LIMIT_PERCENT',
    ...wholeNumber(1, 100),
    fromText: asNumber,
    fallback: 50,
    allowed: 'a whole number from 1 to 100',
  },
  removalLimitMinimum: {
    variable: 'COMMERCE_BRIDGE_REMOVAL_LIMIT_MINIMUM',
    ...wholeNumber(0, 1_000_000),
    fromText: asNumber,
    fallback: 20,
    allowed: 'a whole number from 0',
  },
  withdrawnRetentionDays: {
    variable: 'COMMERCE_BRIDGE_WITHDRAWN_RETENTION_DAYS',
    ...wholeNumber(0, 365),
    fromText: asNumber,
    fallback: 30,
    allowed: 'a whole number of days from 1 to 365, or 0 to delete at once',
  },
  webhookRetryDelays: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS',
    schema: z.array(z.int().min(0).max(604_800)).min(1).max(20),
    fromText: asNumbers,
    fallback: [60, 300, 900, 1800, 3600],
    expects: { code: 'retry_delays', values: { most: 20, highest: 604_800, example: '60, 300, 900' } },
    allowed: 'a list of 1 to 20 whole numbers of seconds, such as 60,300,900,1800,3600',
  },
  webhookSignatureHeader: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_SIGNATURE_HEADER',
    // Under the name of another proof every delivery would carry a wrong signature, and be refused for it.
    schema: z
      .string()
      .trim()
      .regex(/^(?!webhook-(id|timestamp|signature)$|x-commerce-bridge-token$)[a-z0-9-]{1,64}$/i),
    fromText: asText,
    fallback: 'X-Platform-Webhook-Signature',
    expects: {
      code: 'free_header_name',
      values: { taken: 'webhook-id, webhook-timestamp, webhook-signature, X-Commerce-Bridge-Token' },
    },
    allowed:
      'the name of a header: letters, digits and hyphens; none of webhook-id, webhook-timestamp, webhook-signature and X-Commerce-Bridge-Token, which are of the other proofs',
  },
  webhookTimestampTolerance: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_TIMESTAMP_TOLERANCE',
    ...wholeNumber(1, 172_800),
    fromText: asNumber,
    fallback: 300,
    allowed: 'a whole number of seconds from 1 to 172800 (48 hours, as long as upstream retries)',
  },
  webhookProcessingTimeLimit: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_PROCESSING_TIME_LIMIT',
    ...wholeNumber(1, 600),
    fromText: asNumber,
    fallback: 60,
    allowed: 'a whole number of seconds from 1 to 600',
  },
  eventRetentionDays: {
    variable: 'COMMERCE_BRIDGE_EVENT_RETENTION_DAYS',
    ...wholeNumber(1, 365),
    fromText: asNumber,
    fallback: 7,
    allowed: 'a whole number of days from 1 to 365',
  },
  graphqlIntrospection: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_INTROSPECTION',
    ...onOrOff,
    fromText: asBoolean,
    fallback: true,
    allowed: 'true or false',
  },
  graphqlSafelist: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_SAFELIST',
    schema: z.string().trim().min(1).max(1000).nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'safelist_folder', values: {} },
    allowed: "a folder of .graphql documents below the site's own folder, or nothing to let every document pass",
  },
  graphqlClientLimit: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT',
    ...wholeNumber(1, 20),
    fromText: asNumber,
    fallback: 16,
    allowed: 'a whole number from 1 to 20',
  },
};

export interface SecretDefinition {
  variable: `COMMERCE_BRIDGE_${string}`;
  isAllowed: (text: string) => boolean;
  expects: SettingIssue;
  allowed: string;
}

const printable = /^[\x21-\x7e]+$/;

/** Every secret setting. Whatever is wrong with one, its value is in no message. */
export const secretDefinitions: Record<SecretName, SecretDefinition> = {
  accessToken: {
    variable: 'COMMERCE_BRIDGE_ACCESS_TOKEN',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the API account's access token: visible characters without spaces",
  },
  clientSecret: {
    variable: 'COMMERCE_BRIDGE_CLIENT_SECRET',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the API account's client secret: visible characters without spaces",
  },
  webhookSecret: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_SECRET',
    // HMAC replaces a key longer than its block of 64 bytes by the key's digest; only then can the digest alone be
    // stored and used (behavior 4.5).
    isAllowed: (text) => Buffer.byteLength(text) > 64 && Buffer.byteLength(text) <= 1024,
    expects: { code: 'webhook_secret', values: { bytes: 64, most: 1024 } },
    allowed:
      'more than 64 bytes (and 1024 at most), since only its SHA-256 digest is stored and HMAC can use that in place of a key longer than 64 bytes; the settings page can generate one',
  },
  trustedProxySecret: {
    variable: 'COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the store's trusted proxy secret: visible characters without spaces",
  },
};
