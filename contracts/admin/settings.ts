import { z } from 'zod';
import { marketKey, marketSetting, marketSettingUpdate } from './markets';
import { purgeTarget, purgeTargetUpdate, purgeTargetView, surrogateHeaders } from './purging';
import { secretView } from './secret-view';

/** Where a setting that cannot be changed here comes from. */
export const lockedBy = z.object({
  source: z.enum(['environment', 'config']),
  /** The environment variable, or the key below `config/plugins`. */
  name: z.string(),
});
export type LockedBy = z.infer<typeof lockedBy>;

/** All settings that are not secret, by name. Defaults and bounds are in `server/src/settings/definitions.ts`. */
export const plainSettings = z.object({
  storeHash: z.string().nullable(),
  /** Null: the store's default channel. */
  channelId: z.int().positive().nullable(),
  apiUrl: z.string(),
  graphqlUrl: z.string().nullable(),
  publicUrl: z.string().nullable(),
  corsOrigins: z.array(z.string()),
  corsCredentials: z.boolean(),
  nonceHeader: z.string(),
  cacheControl: z.string(),
  /** How long a product's response is cached if nothing changes, in seconds. */
  productCacheSeconds: z.int(),
  /** How much memory cached responses may use, in megabytes; 0: nothing is cached. */
  cacheMegabytes: z.int(),
  /** The share of the site's read time that one client may use while others are reading, in percent; 100: no limit. */
  readClientPercent: z.int(),
  /** Whether Strapi's `entry.*` events also fire for changes made by a full sync. */
  entryEventsOfFullRuns: z.boolean(),
  /** A pattern with `{slug}`; null: `<site url>/products/{slug}`. */
  productPageAddress: z.string().nullable(),
  /** Headers that name a response's contents, for different caches in front of the site. */
  surrogateHeaders: z.array(z.enum(surrogateHeaders)),
  /** Caches in front of the site that are purged when the catalog changes. */
  purgeTargets: z.array(purgeTarget),
  /** Markets other than the default one. */
  markets: z.array(marketSetting),
  /** Market keys by Strapi locale: the market whose products localized entries show. */
  marketOfLocale: z.record(z.string(), marketKey),
  /** A cron expression, or `off`. */
  syncSchedule: z.string(),
  /** Whether a scheduled run also compares everything (`sweep`). */
  sweepEnabled: z.boolean(),
  /** A scheduled run is a full one if the last full one was this many days ago; 0: never. */
  fullSyncEveryDays: z.int(),
  /** Whether modifiers of products are read, for `include=modifiers`. */
  modifiersEnabled: z.boolean(),
  /** Namespaces of the product metafields that are read, for `include=metafields`; empty: none. */
  metafieldNamespaces: z.array(z.string()),
  /** Requests of upstream's window that runs leave for webhooks and for the store's other apps. */
  upstreamReserve: z.int(),
  /** A run stops before it removes more than this share of a kind of record, in percent. */
  removalLimitPercent: z.int(),
  /** The limit applies only if more than this many records are cached. */
  removalLimitMinimum: z.int(),
  /** How many days to keep records that the store no longer shows; 0: they are deleted immediately. */
  withdrawnRetentionDays: z.int(),
  /** Seconds before each retry of a failed webhook event. */
  webhookRetryDelays: z.array(z.int()),
  /** The header of the first scheme (behavior 4.1). */
  webhookSignatureHeader: z.string(),
  /** How far a delivery's timestamp may be from now, in seconds. */
  webhookTimestampTolerance: z.int(),
  /** How long one attempt to process events may take, in seconds. */
  webhookProcessingTimeLimit: z.int(),
  /** How long completed and dropped events are kept, in days. */
  eventRetentionDays: z.int(),
  /** Whether the GraphQL proxy allows introspection. */
  graphqlIntrospection: z.boolean(),
  /** A folder of `.graphql` documents, the only ones that the GraphQL proxy accepts; null: it accepts all documents. */
  graphqlSafelist: z.string().nullable(),
  /** How many of the 20 requests per second that a store may receive one client address may use. */
  graphqlClientLimit: z.int(),
});
export type PlainSettings = z.infer<typeof plainSettings>;

export const secretNames = ['accessToken', 'clientSecret', 'webhookSecret', 'trustedProxySecret'] as const;
export type SecretName = (typeof secretNames)[number];
export type SettingName = keyof PlainSettings | SecretName;

/** Response of `GET /commerce-bridge/settings` and `PUT /commerce-bridge/settings`. */
export const settingsView = plainSettings.extend({
  purgeTargets: z.array(purgeTargetView),
  accessToken: secretView,
  clientSecret: secretView,
  webhookSecret: secretView,
  trustedProxySecret: secretView,
  locked: z.record(z.string(), lockedBy),
  /** False if the host has no `admin.secrets.encryptionKey`: secrets are then rejected, never stored unencrypted. */
  canStoreSecrets: z.boolean(),
});
export type SettingsView = z.infer<typeof settingsView>;

/** What is wrong with one setting, so that a page can translate it. The values never contain a secret. */
export const settingIssue = z.object({
  code: z.enum([
    // The value is invalid.
    'store_hash',
    'channel',
    'http_address',
    'http_address_or_empty',
    'origins',
    'header_name',
    'free_header_name',
    'cache_control',
    'on_or_off',
    'product_page_address',
    'schedule',
    'metafield_namespaces',
    'retry_delays',
    'safelist_folder',
    'surrogate_headers',
    'purge_targets',
    'purge_target_repeated',
    'markets',
    'market_of_locale',
    'market_of_locale_unknown',
    'whole_number',
    'visible_characters',
    'webhook_secret',
    // The setting is rejected regardless of its value.
    'not_an_object',
    'unknown_setting',
    'fixed_by_environment',
    'fixed_by_config',
    'token_needed_again',
    'proxy_secret_needed_again',
    'target_secret_needed',
    'target_secret_needed_again',
    'credentials_for_all',
    'encryption_key_missing',
  ]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type SettingIssue = z.infer<typeof settingIssue>;

/**
 * Details of the 400 for invalid settings, also of the connection test: Strapi's format, with the issue added to the
 * English message.
 */
export const refusedSettings = z.object({
  errors: z.array(
    settingIssue.extend({ path: z.tuple([z.string()]), message: z.string(), name: z.literal('ValidationError') }),
  ),
});

const secret = z.string().nullable();

/** Body of `PUT /commerce-bridge/settings`: any subset; a string sets a secret, null clears it. */
export const settingsUpdate = plainSettings
  .extend({
    surrogateHeaders: z.array(z.string()),
    purgeTargets: z.array(purgeTargetUpdate),
    markets: z.array(marketSettingUpdate),
    accessToken: secret,
    clientSecret: secret,
    webhookSecret: secret,
    trustedProxySecret: secret,
    /** By name, as `GET` shows them; if they are different now, the update is refused with 409 `settings_changed`. */
    expected: z.record(z.string(), z.unknown()),
  })
  .partial();
export type SettingsUpdate = z.input<typeof settingsUpdate>;

/** One OAuth scope of the access token (upstream 7.1). */
export const scopeCheck = z.object({
  scope: z.string(),
  granted: z.boolean(),
  neededFor: z.string(),
  required: z.boolean(),
});

/**
 * Body of `POST /commerce-bridge/settings/test-connection`: values that are entered but not saved; absent ones are
 * taken from the settings.
 */
export const connectionTestBody = z.object({
  storeHash: z.string().trim().min(1).optional(),
  accessToken: z.string().trim().min(1).optional(),
  apiUrl: z.string().trim().min(1).optional(),
});
export type ConnectionTestBody = z.infer<typeof connectionTestBody>;

/** Response of `POST /commerce-bridge/settings/test-connection`. */
export const connectionTest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connected'),
    /** Null when the token may not read the store information. */
    store: z.object({ name: z.string(), currency: z.string(), weightUnit: z.string() }).nullable(),
    scopes: z.array(scopeCheck),
  }),
  z.object({
    kind: z.literal('rejected'),
    reason: z.enum([
      'incomplete',
      'unauthorized',
      'not_found',
      'unreachable',
      'unavailable',
      'misconfigured',
      'unexpected',
    ]),
    message: z.string(),
  }),
]);
export type ConnectionTest = z.infer<typeof connectionTest>;
