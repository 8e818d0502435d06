import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, SettingName } from '../../contracts/admin/settings';
import { definitions } from '../../server/src/settings/definitions';
import { secretDefinitions } from '../../server/src/settings/secret-definitions';
import { repository } from './paths';

/** What each setting is for, in a reader's words. Its default and bounds come from the definition itself. */
const meanings: Record<SettingName, string> = {
  storeHash: 'The store',
  accessToken: "The API account's access token; a secret",
  clientSecret: "The API account's client secret; a secret",
  webhookSecret: 'Secret of the webhook signature header; a secret',
  trustedProxySecret:
    "Lets the GraphQL proxy tell the store the shopper's address; a secret, given out by the platform's support",
  channelId: 'The sales channel whose products are published',
  apiUrl: 'Where the REST API of the store is; the simulator has its own',
  graphqlUrl: "Where the store's GraphQL API is",
  publicUrl: "The site's public address: webhooks are sent there, and a product's `permalink` starts with it",
  corsOrigins: 'Origins of other sites whose pages may read the REST API',
  corsCredentials: 'Whether those pages may send credentials',
  nonceHeader: 'A header that those pages may send',
  cacheControl: 'The `Cache-Control` of REST answers',
  productCacheSeconds: 'How long the answer of one product is kept when nothing changes, in seconds',
  cacheMegabytes: 'How much memory kept answers may take, in megabytes',
  entryEventsOfFullRuns: "Whether Strapi's `entry.*` events also fire for what a full synchronisation changes",
  productPageAddress: "Pattern of a product's `permalink`",
  syncSchedule: "When a synchronisation starts by itself, in the site's time zone",
  sweepEnabled:
    'Whether a scheduled synchronisation also compares everything the store lists with everything that is cached',
  fullSyncEveryDays: 'A scheduled synchronisation fetches everything anew when the last time is this many days ago',
  upstreamReserve:
    "Requests of each of the store's 30-second windows that synchronisations leave for webhooks and for the store's other apps",
  removalLimitPercent: 'A run that would remove more than this share of the cached records (in percent) stops instead',
  removalLimitMinimum: 'The removal limit holds only where more records than this are cached',
  withdrawnRetentionDays:
    'How many days a record that the store does not show any more is kept, hidden from everybody but editors, before it is deleted with the relations to it',
  webhookRetryDelays: 'Seconds before each retry of a failed webhook event',
  webhookSignatureHeader: 'Header of a delivery that is signed with the webhook secret',
  webhookTimestampTolerance: "How far a delivery's `webhook-timestamp` may be from now, in seconds",
  webhookProcessingTimeLimit: 'How long one attempt at webhook events may take, in seconds',
  eventRetentionDays: 'How long completed and dropped webhook events are kept, in days',
  graphqlIntrospection: 'Whether callers of the GraphQL proxy may ask for the schema',
  graphqlSafelist: 'Folder of `.graphql` documents: when set, only these pass the GraphQL proxy',
  graphqlClientLimit: 'Of the 20 requests a second that pass the GraphQL proxy, how many one client address may use',
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
