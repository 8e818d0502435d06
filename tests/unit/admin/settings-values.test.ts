import { expect, test } from 'vitest';
import type { SettingsView } from '../../../contracts/admin/settings';
import { settingCodecs, type EditableName } from '../../../admin/src/components/settings-form/setting-codecs';
import {
  rebasedEdit,
  toSettingsUpdate,
  toSettingsValues,
} from '../../../admin/src/components/settings-form/settings-values';

const secret = { isSet: false, lastFour: null, enterAgain: false };
const settings: SettingsView = {
  storeHash: null,
  channelId: null,
  apiUrl: 'https://api.bigcommerce.com',
  graphqlUrl: null,
  publicUrl: null,
  corsOrigins: ['https://one.example.com'],
  corsCredentials: false,
  nonceHeader: 'X-Strapi-Nonce',
  cacheControl: 'no-store',
  productCacheSeconds: 3600,
  cacheMegabytes: 48,
  readClientPercent: 50,
  entryEventsOfFullRuns: false,
  productPageAddress: null,
  surrogateHeaders: ['Surrogate-Key'],
  purgeTargets: [],
  markets: [],
  marketOfLocale: {},
  syncSchedule: '0 3 * * *',
  sweepEnabled: true,
  modifiersEnabled: true,
  metafieldNamespaces: [],
  fullSyncEveryDays: 7,
  upstreamReserve: 15,
  removalLimitPercent: 50,
  removalLimitMinimum: 20,
  withdrawnRetentionDays: 30,
  webhookRetryDelays: [60, 300],
  webhookSignatureHeader: 'X-Signature',
  webhookTimestampTolerance: 300,
  webhookProcessingTimeLimit: 60,
  eventRetentionDays: 7,
  graphqlIntrospection: true,
  graphqlSafelist: null,
  graphqlClientLimit: 16,
  accessToken: secret,
  clientSecret: secret,
  webhookSecret: secret,
  trustedProxySecret: { isSet: true, lastFour: '1234', enterAgain: false },
  locked: {},
  canStoreSecrets: true,
};
const names = Object.keys(settingCodecs).filter((name): name is EditableName => name in settingCodecs);
const initial = toSettingsValues(names, settings);
const changeOf = (values: Record<string, string | boolean | null>) =>
  toSettingsUpdate({ names, initial, values: { ...initial, ...values } });

test('a form that was not changed sends nothing', () => {
  expect(changeOf({})).toEqual({ kind: 'valid', update: {} });
});

test('only changes are sent, in the form that the server expects', () => {
  const values = {
    publicUrl: ' https://a.example.com ',
    webhookRetryDelays: '30 60,\n90',
    corsOrigins: '',
    metafieldNamespaces: 'Size chart, care,',
    graphqlClientLimit: '8',
    sweepEnabled: false,
  };
  expect(changeOf(values)).toEqual({
    kind: 'valid',
    update: {
      publicUrl: 'https://a.example.com',
      webhookRetryDelays: [30, 60, 90],
      corsOrigins: [],
      metafieldNamespaces: ['Size chart', 'care'],
      graphqlClientLimit: 8,
      sweepEnabled: false,
    },
  });
});

test('an invalid whole number is named, and nothing is sent', () => {
  expect(changeOf({ eventRetentionDays: '1.5', webhookRetryDelays: '60, soon', graphqlClientLimit: '' })).toEqual({
    kind: 'invalid',
    fields: ['webhookRetryDelays', 'eventRetentionDays', 'graphqlClientLimit'],
  });
});

test('a secret is never in the form; a field left empty keeps it, null removes it, anything else replaces it', () => {
  expect(initial.trustedProxySecret).toBe('');
  expect(changeOf({ trustedProxySecret: '  ' })).toEqual({ kind: 'valid', update: {} });
  expect(changeOf({ trustedProxySecret: null })).toEqual({ kind: 'valid', update: { trustedProxySecret: null } });
  expect(changeOf({ trustedProxySecret: ' new ' })).toEqual({ kind: 'valid', update: { trustedProxySecret: 'new' } });
});

test('what somebody else has changed to another value meanwhile is not overwritten, and other changes stay', () => {
  const values = { ...initial, corsOrigins: 'https://mine.example.com', cacheMegabytes: '64', sweepEnabled: false };
  const others = { corsOrigins: 'https://theirs.example.com', sweepEnabled: false, eventRetentionDays: '30' };
  const now = { ...initial, ...others };
  expect(rebasedEdit({ names, initial, values, now })).toEqual({
    overtaken: ['corsOrigins'],
    values: { ...now, cacheMegabytes: '64' },
  });
  expect(rebasedEdit({ names, initial, values, now: initial })).toEqual({ overtaken: [], values });
});
