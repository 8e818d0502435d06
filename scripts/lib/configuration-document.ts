import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, SettingName } from '../../contracts/admin/settings';
import { definitions } from '../../server/src/settings/definitions';
import { secretDefinitions } from '../../server/src/settings/secret-definitions';
import { repository } from './paths';

/** What each setting is for, in a reader's words. Its default and bounds come from the definition itself. */
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
  cacheMegabytes: 'How much memory cached responses can take, in megabytes',
  entryEventsOfFullRuns: "Whether Strapi's `entry.*` events also fire for everything a full sync changes",
  productPageAddress: "Pattern of a product's `permalink`",
  syncSchedule: "When syncs start automatically, in the site's time zone",
  sweepEnabled: 'Whether scheduled syncs also check the whole cached catalog against BigCommerce',
  fullSyncEveryDays: 'How many days after the last full sync a scheduled sync is a full one again',
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

/** Accepted and stored today, but without effect until the part that reads it is there. */
const notUsedYet: readonly SettingName[] = [];

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
    const isEmpty = fallback === null || (Array.isArray(fallback) && fallback.length === 0);
    return { name, variable: variable ?? '', fallback: isEmpty ? '' : String(fallback), allowed };
  });
}

const isSecret = (name: SettingName): name is SecretName => name in secretDefinitions;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const meaningOf = (name: SettingName): string =>
  `${meanings[name]}${notUsedYet.includes(name) ? ' (not used yet)' : ''}`;

/** The table of the README: what can be set, and how. */
export function shortConfigurationTable(): string {
  return table(
    ['Environment variable', 'Meaning', 'Default'],
    rows().map(({ name, variable, fallback }) => [code(variable), meaningOf(name), code(fallback)]),
  );
}

/** The table of docs/configuration.md. */
export function fullConfigurationTable(): string {
  return table(
    ['In `config/plugins`', 'Environment variable', 'Meaning', 'Allowed', 'Default'],
    rows().map(({ name, variable, fallback, allowed }) => [
      code(name),
      code(variable),
      meaningOf(name),
      allowed,
      code(fallback),
    ]),
  );
}

const documents = [
  { path: 'README.md', table: shortConfigurationTable },
  { path: 'docs/configuration.md', table: fullConfigurationTable },
];

/** Each document with a configuration table, as it is and as it should be. */
export function configurationDocuments(): { path: string; present: string; expected: string }[] {
  return documents.map(({ path, table: write }) => {
    const present = readFileSync(join(repository, path), 'utf8');
    const marked = /(<!-- configuration: npm run docs writes this -->\n)[\s\S]*?(<!-- \/configuration -->)/;
    if (!marked.test(present)) throw new Error(`${path} has no place for the configuration table`);
    return {
      path,
      present,
      expected: present.replace(marked, (_, open: string, close: string) => `${open}${write()}\n${close}`),
    };
  });
}

/** Writes the tables into their documents. */
export function writeConfigurationDocuments(): void {
  for (const { path, expected } of configurationDocuments()) writeFileSync(join(repository, path), expected);
}
