import type { SettingName } from '../../../contracts/admin/settings';
import type { TranslationKey } from '../hooks/use-translate';
import { lookUp } from './look-up';

const labels: Record<SettingName, TranslationKey> = {
  storeHash: 'commerce-bridge.setting.storeHash.label',
  accessToken: 'commerce-bridge.setting.accessToken.label',
  clientSecret: 'commerce-bridge.setting.clientSecret.label',
  channelId: 'commerce-bridge.setting.channelId.label',
  apiUrl: 'commerce-bridge.setting.apiUrl.label',
  publicUrl: 'commerce-bridge.setting.publicUrl.label',
  webhookRetryDelays: 'commerce-bridge.setting.webhookRetryDelays.label',
  eventRetentionDays: 'commerce-bridge.setting.eventRetentionDays.label',
  webhookTimestampTolerance: 'commerce-bridge.setting.webhookTimestampTolerance.label',
  webhookProcessingTimeLimit: 'commerce-bridge.setting.webhookProcessingTimeLimit.label',
  webhookSignatureHeader: 'commerce-bridge.setting.webhookSignatureHeader.label',
  productPageAddress: 'commerce-bridge.setting.productPageAddress.label',
  surrogateHeaders: 'commerce-bridge.setting.surrogateHeaders.label',
  purgeTargets: 'commerce-bridge.setting.purgeTargets.label',
  markets: 'commerce-bridge.setting.markets.label',
  marketOfLocale: 'commerce-bridge.setting.marketOfLocale.label',
  cacheControl: 'commerce-bridge.setting.cacheControl.label',
  productCacheSeconds: 'commerce-bridge.setting.productCacheSeconds.label',
  cacheMegabytes: 'commerce-bridge.setting.cacheMegabytes.label',
  readClientPercent: 'commerce-bridge.setting.readClientPercent.label',
  entryEventsOfFullRuns: 'commerce-bridge.setting.entryEventsOfFullRuns.label',
  corsOrigins: 'commerce-bridge.setting.corsOrigins.label',
  nonceHeader: 'commerce-bridge.setting.nonceHeader.label',
  corsCredentials: 'commerce-bridge.setting.corsCredentials.label',
  graphqlUrl: 'commerce-bridge.setting.graphqlUrl.label',
  graphqlClientLimit: 'commerce-bridge.setting.graphqlClientLimit.label',
  graphqlSafelist: 'commerce-bridge.setting.graphqlSafelist.label',
  trustedProxySecret: 'commerce-bridge.setting.trustedProxySecret.label',
  graphqlIntrospection: 'commerce-bridge.setting.graphqlIntrospection.label',
  syncSchedule: 'commerce-bridge.setting.syncSchedule.label',
  fullSyncEveryDays: 'commerce-bridge.setting.fullSyncEveryDays.label',
  sweepEnabled: 'commerce-bridge.setting.sweepEnabled.label',
  modifiersEnabled: 'commerce-bridge.setting.modifiersEnabled.label',
  metafieldNamespaces: 'commerce-bridge.setting.metafieldNamespaces.label',
  removalLimitPercent: 'commerce-bridge.setting.removalLimitPercent.label',
  removalLimitMinimum: 'commerce-bridge.setting.removalLimitMinimum.label',
  withdrawnRetentionDays: 'commerce-bridge.setting.withdrawnRetentionDays.label',
  upstreamReserve: 'commerce-bridge.setting.upstreamReserve.label',
  // It is generated, not typed, so it has its own card instead of a field.
  webhookSecret: 'commerce-bridge.webhooks.secret.title',
};

/** The label of a setting; undefined for an unknown name. */
export function settingLabel(name: string): TranslationKey | undefined {
  return lookUp(labels, name);
}
