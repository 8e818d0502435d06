import type { SettingIssue } from '../../../contracts/admin/settings';
import type { CodedMessage } from '../api/api-error';
import type { Translate, TranslationKey } from '../hooks/use-translate';
import { lookUp } from './look-up';
import { settingLabel } from './setting-labels';

const texts: Record<SettingIssue['code'], TranslationKey> = {
  store_hash: 'commerce-bridge.refused.storeHash',
  channel: 'commerce-bridge.refused.channel',
  http_address: 'commerce-bridge.refused.httpAddress',
  http_address_or_empty: 'commerce-bridge.refused.httpAddressOrEmpty',
  origins: 'commerce-bridge.refused.origins',
  header_name: 'commerce-bridge.refused.headerName',
  free_header_name: 'commerce-bridge.refused.freeHeaderName',
  cache_control: 'commerce-bridge.refused.cacheControl',
  on_or_off: 'commerce-bridge.refused.onOrOff',
  product_page_address: 'commerce-bridge.refused.productPageAddress',
  schedule: 'commerce-bridge.refused.schedule',
  metafield_namespaces: 'commerce-bridge.refused.metafieldNamespaces',
  retry_delays: 'commerce-bridge.refused.retryDelays',
  safelist_folder: 'commerce-bridge.refused.safelistFolder',
  surrogate_headers: 'commerce-bridge.refused.surrogateHeaders',
  purge_targets: 'commerce-bridge.refused.purgeTargets',
  purge_target_repeated: 'commerce-bridge.refused.purgeTargetRepeated',
  markets: 'commerce-bridge.refused.markets',
  market_of_locale: 'commerce-bridge.refused.marketOfLocale',
  market_of_locale_unknown: 'commerce-bridge.refused.marketOfLocaleUnknown',
  target_secret_needed: 'commerce-bridge.refused.targetSecretNeeded',
  target_secret_needed_again: 'commerce-bridge.refused.targetSecretNeededAgain',
  whole_number: 'commerce-bridge.refused.wholeNumber',
  visible_characters: 'commerce-bridge.refused.visibleCharacters',
  webhook_secret: 'commerce-bridge.refused.webhookSecret',
  not_an_object: 'commerce-bridge.refused.notAnObject',
  unknown_setting: 'commerce-bridge.refused.unknownSetting',
  fixed_by_environment: 'commerce-bridge.locked.environment',
  fixed_by_config: 'commerce-bridge.locked.config',
  token_needed_again: 'commerce-bridge.refused.tokenNeededAgain',
  proxy_secret_needed_again: 'commerce-bridge.refused.proxySecretNeededAgain',
  credentials_for_all: 'commerce-bridge.refused.credentialsForAll',
  encryption_key_missing: 'commerce-bridge.refused.encryptionKeyMissing',
};

/** Why the server rejected a setting, for its field; in the server's English if there is no translation. */
export function settingIssueWords({ code, values, message }: CodedMessage, t: Translate): string {
  const text = lookUp(texts, code);
  return text === undefined ? message : t(text, values);
}

/** The same for use outside the fields, so with each setting's name; undefined unless all of them can be translated. */
export function refusalWords(fields: Readonly<Record<string, CodedMessage>>, t: Translate): string | undefined {
  const problems = Object.entries(fields);
  if (problems.length === 0 || problems.some(([, { code }]) => lookUp(texts, code) === undefined)) return undefined;
  return problems
    .map(([name, problem]) => {
      const label = settingLabel(name);
      const words = settingIssueWords(problem, t);
      return label === undefined ? words : t('commerce-bridge.refused.setting', { label: t(label), words });
    })
    .join(' ');
}
