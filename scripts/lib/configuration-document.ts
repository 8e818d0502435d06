import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, SettingName } from '../../contracts/admin/settings';
import {
  defaultRedisPrefix,
  redisPrefixAllowed,
  redisPrefixVariable,
  redisUrlAllowed,
  redisUrlVariable,
} from '../../server/src/instances/redis-address';
import { definitions } from '../../server/src/settings/definitions';
import { secretDefinitions } from '../../server/src/settings/secret-definitions';
import { repository } from './paths';

/** What each setting is for, as a user sees it. Its default and limits come from the definition itself. */
const meanings: Record<SettingName, string> = {
  storeHash: 'The store hash',
  accessToken: "The API account's access token; a secret",
  clientSecret: "The API account's client secret; a secret",
  webhookSecret: 'Secret of the webhook signature header; a secret',
  trustedProxySecret:
    "Lets the GraphQL proxy pass on the shopper's IP address to the store; a secret, issued by BigCommerce support",
  channelId: 'The sales channel whose products are published',
  apiUrl: "URL of the store's REST API; the simulator has its own",
  graphqlUrl: "URL of the store's GraphQL API",
  publicUrl: "The site's public URL: webhooks are sent there, and a product's `permalink` starts with it",
  corsOrigins: 'Origins of other sites whose pages can read the REST API',
  corsCredentials: 'Whether those pages can send credentials',
  nonceHeader: 'A header that those pages can send',
  cacheControl: 'The `Cache-Control` header of REST responses',
  productCacheSeconds: 'How long the response for an unchanged product stays cached, in seconds',
  readClientPercent:
    "The share of an instance's time for uncached reads that one client address can use while others read, in percent",
  cacheMegabytes: 'How much memory cached responses can take, in megabytes',
  entryEventsOfFullRuns: "Whether Strapi's `entry.*` events also fire for everything a full sync changes",
  productPageAddress:
    "Pattern of a product's `permalink`; `/products/{slug}` of the site while it is empty. The admin links to product pages only once it is set",
  surrogateHeaders: 'Headers in which REST responses name their contents, for caches in front of the site',
  purgeTargets: 'Caches in front of the site that are purged when the catalog changes; in the environment, JSON',
  markets:
    'Further markets: each a channel, a currency, a locale, and, if wanted, a customer group; in the environment, JSON',
  marketOfLocale: "The markets whose products localized entries show, by Strapi's locales; in the environment, JSON",
  syncSchedule: "When syncs start automatically, in the site's time zone",
  sweepEnabled: 'Whether scheduled syncs also check the whole cached catalog against BigCommerce',
  fullSyncEveryDays: 'After how many days a scheduled sync is a full one again',
  modifiersEnabled:
    'Whether product modifiers are read for `include=modifiers`, with one request for every ten products that changed',
  metafieldNamespaces:
    'Namespaces of the product metafields that are read for `include=metafields`; only those that BigCommerce shows to storefronts are read; empty: none',
  upstreamReserve:
    "How many requests of each of the store's 30-second windows syncs leave for webhooks and the store's other apps",
  removalLimitPercent: 'A sync that would remove more than this share of the cached records (in percent) stops instead',
  removalLimitMinimum: 'The removal limit applies only when more records than this are cached',
  withdrawnRetentionDays:
    'How many days a record that is no longer in BigCommerce is kept, visible to editors only, before it is deleted with its relations',
  webhookRetryDelays: 'Seconds before each retry of a failed webhook event',
  webhookSignatureHeader: 'Header with the signature of deliveries that are signed with the webhook secret',
  webhookTimestampTolerance: "How far a delivery's `webhook-timestamp` can be from the current time, in seconds",
  webhookProcessingTimeLimit: 'How long one attempt to process webhook events can take, in seconds',
  eventRetentionDays: 'How long completed and permanently failed webhook events are kept, in days',
  graphqlIntrospection: 'Whether callers of the GraphQL proxy can query the schema (introspection)',
  graphqlSafelist: 'Folder of `.graphql` documents: when set, the GraphQL proxy allows only these',
  graphqlClientLimit:
    'Of the 20 requests per second that the GraphQL proxy allows, how many one client address can use',
};

const isSettingName = (name: string): name is SettingName => name in meanings;
const settingNames = Object.keys(meanings).filter(isSettingName);

interface Row {
  name: SettingName;
  variable: string;
  fallback: string;
  allowed: string;
}

function rows(): Row[] {
  return settingNames.map((name) => {
    if (isSecret(name)) return { name, fallback: '', ...secretDefinitions[name] };
    const { variable, fallback, allowed } = definitions[name];
    const isEmpty = fallback === null || (typeof fallback === 'object' && Object.keys(fallback).length === 0);
    return { name, variable: variable ?? '', fallback: isEmpty ? '' : String(fallback), allowed };
  });
}

const isSecret = (name: SettingName): name is SecretName => name in secretDefinitions;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const path = 'docs/configuration.md';

/** The document with the table of all settings, as it is and as it should be. */
export function configurationDocument(): { present: string; expected: string } {
  const present = readFileSync(join(repository, path), 'utf8');
  const marked = /(<!-- configuration: npm run docs writes this -->\n)[\s\S]*?(<!-- \/configuration -->)/;
  if (!marked.test(present)) throw new Error(`${path} has no place for the configuration table`);
  return {
    present,
    expected: present.replace(marked, (_, open: string, close: string) => `${open}${configurationTable()}\n${close}`),
  };
}

export function writeConfigurationDocument(): void {
  writeFileSync(join(repository, path), configurationDocument().expected);
}

function configurationTable(): string {
  return table(
    ['In `config/plugins`', 'Environment variable', 'Meaning', 'Allowed', 'Default'],
    rows()
      .map(({ name, variable, fallback, allowed }) => [
        code(name),
        code(variable),
        meanings[name],
        allowed,
        code(fallback),
      ])
      .concat(environmentOnly),
  );
}

/** Settings of the machine rather than the site: neither in `config/plugins` nor on any page of the admin panel. */
const environmentOnly = [
  [
    '',
    code(redisUrlVariable),
    "Address of a Redis through which the site's instances share the store's limits, changes, and responses; a secret if it has a password. Without it they share limits and changes through the database",
    redisUrlAllowed,
    '',
  ],
  [
    '',
    code(redisPrefixVariable),
    'What the names of all keys in Redis start with',
    redisPrefixAllowed,
    code(defaultRedisPrefix),
  ],
];
