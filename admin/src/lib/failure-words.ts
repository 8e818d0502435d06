import type { FailureIssue } from '../../../contracts/admin/failures';
import type { CodedMessage } from '../api/api-error';
import type { Translate, TranslationKey } from '../hooks/use-translate';
import { rejectionTexts } from './rejection-texts';
import { lookUp } from './look-up';

type Code = FailureIssue['code'];
type UpstreamCode = Extract<Code, `upstream_${string}`>;

const texts: Record<Exclude<Code, UpstreamCode | 'time_limit' | 'webhook_address_unusable'>, TranslationKey> = {
  sync_busy: 'commerce-bridge.failed.syncBusy',
  registration_busy: 'commerce-bridge.failed.registrationBusy',
  store_switch: 'commerce-bridge.failed.storeSwitch',
  store_switched: 'commerce-bridge.failed.storeSwitched',
  missing_settings: 'commerce-bridge.failed.missingSettings',
  settings_changed: 'commerce-bridge.failed.settingsChanged',
  market_not_ready: 'commerce-bridge.failed.marketNotReady',
};

/** By the problem with the address. */
const addressTexts: Record<string, TranslationKey> = {
  missing: 'commerce-bridge.failed.address.missing',
  local: 'commerce-bridge.failed.address.local',
  insecure: 'commerce-bridge.failed.address.insecure',
  port: 'commerce-bridge.failed.address.port',
};

/** The connection test's reason for each code; for `upstream_http_error`, it depends on the status. */
const rejections: Record<
  Exclude<UpstreamCode, 'upstream_scope_missing' | 'upstream_http_error'>,
  keyof typeof rejectionTexts
> = {
  upstream_unauthorized: 'unauthorized',
  upstream_not_found: 'not_found',
  upstream_rate_limited: 'unavailable',
  upstream_unavailable: 'unreachable',
  upstream_response_unusable: 'unexpected',
  upstream_misconfigured: 'misconfigured',
};

/** Why something failed; undefined if there is only the server's message. */
export function failureWords({ code, values, message }: CodedMessage, t: Translate): string | undefined {
  if (code === 'time_limit')
    return typeof values['limit'] === 'number'
      ? t('commerce-bridge.failed.timeLimit', { seconds: values['limit'] / 1_000 })
      : undefined;
  if (code === 'webhook_address_unusable') {
    const flaw = lookUp(addressTexts, values['flaw']);
    return flaw && `${t(flaw, values)} ${t('commerce-bridge.failed.address.remedy')}`;
  }
  const text = lookUp(texts, code);
  if (text !== undefined) return t(text, values);
  const upstream = upstreamWords({ code, values }, t);
  return upstream && `${upstream} ${t('commerce-bridge.test.upstreamSaid', { message })}`;
}

function upstreamWords({ code, values }: Pick<CodedMessage, 'code' | 'values'>, t: Translate): string | undefined {
  if (code === 'upstream_scope_missing') return t('commerce-bridge.failed.scopeMissing');
  const reason = code === 'upstream_http_error' ? reasonOfStatus(Number(values['status'])) : lookUp(rejections, code);
  return reason && `${t(rejectionTexts[reason].title)}. ${t(rejectionTexts[reason].remedy)}`;
}

function reasonOfStatus(status: number): keyof typeof rejectionTexts {
  return status >= 500 ? 'unavailable' : 'unexpected';
}
