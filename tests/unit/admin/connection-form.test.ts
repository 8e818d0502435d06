import { describe, expect, test } from 'vitest';
import {
  toConnectionTestBody,
  toFormValues,
  toSettingsChange,
  type ConnectionValues,
} from '../../../admin/src/connection/connection-form';
import type { SettingsView } from '../../../contracts/admin/settings';

const stored = { isSet: true, lastFour: '1234', enterAgain: false };
const unset = { isSet: false, lastFour: null, enterAgain: false };
const settings: SettingsView = {
  storeHash: 'abc123',
  channelId: 1,
  apiUrl: 'https://api.bigcommerce.com',
  graphqlUrl: null,
  publicUrl: null,
  corsOrigins: [],
  corsCredentials: false,
  nonceHeader: 'X-Strapi-Nonce',
  cacheControl: 'public',
  productCacheSeconds: 3600,
  cacheMegabytes: 48,
  readClientPercent: 50,
  entryEventsOfFullRuns: false,
  productPageAddress: null,
  surrogateHeaders: ['Surrogate-Key'],
  purgeTargets: [],
  markets: [],
  marketOfLocale: {},
  syncSchedule: 'off',
  sweepEnabled: true,
  modifiersEnabled: true,
  metafieldNamespaces: [],
  fullSyncEveryDays: 7,
  upstreamReserve: 15,
  removalLimitPercent: 50,
  removalLimitMinimum: 20,
  withdrawnRetentionDays: 30,
  webhookRetryDelays: [60],
  webhookSignatureHeader: 'X-Platform-Webhook-Signature',
  webhookTimestampTolerance: 300,
  webhookProcessingTimeLimit: 60,
  eventRetentionDays: 7,
  graphqlIntrospection: true,
  graphqlSafelist: null,
  graphqlClientLimit: 16,
  accessToken: stored,
  clientSecret: unset,
  webhookSecret: unset,
  trustedProxySecret: unset,
  locked: {},
  canStoreSecrets: true,
};
const initial = toFormValues(settings);
const changed = (values: Partial<ConnectionValues>) => toSettingsChange(initial, { ...initial, ...values });

describe('what the connection form sends', () => {
  test('is nothing if nothing was changed: a stored secret is neither known nor sent', () => {
    expect(changed({})).toEqual({ kind: 'valid', update: {} });
  });

  test('is the GraphQL URL together with the token that is sent there, and nothing for an empty one', () => {
    const update = { graphqlUrl: 'https://shop.example.com/graphql', accessToken: 'the-token' };
    expect(changed(update)).toEqual({ kind: 'valid', update });
    const kept = toFormValues({ ...settings, graphqlUrl: update.graphqlUrl });
    expect(toSettingsChange(kept, { ...kept, graphqlUrl: ' ' })).toEqual({
      kind: 'valid',
      update: { graphqlUrl: null },
    });
  });

  test('is only what was changed, without the whitespace around a pasted value', () => {
    expect(changed({ storeHash: ' xyz789\n', accessToken: '\tnew-token ' })).toEqual({
      kind: 'valid',
      update: { storeHash: 'xyz789', accessToken: 'new-token' },
    });
  });

  test('is null for an emptied value and for a secret to be removed', () => {
    expect(changed({ storeHash: '', channelId: '', accessToken: null })).toEqual({
      kind: 'valid',
      update: { storeHash: null, channelId: null, accessToken: null },
    });
  });

  test('is the default URL if the API URL was emptied', () => {
    const elsewhere = { ...initial, apiUrl: 'http://127.0.0.1:4010' };
    expect(toSettingsChange(elsewhere, { ...elsewhere, apiUrl: '' })).toEqual({
      kind: 'valid',
      update: { apiUrl: 'https://api.bigcommerce.com' },
    });
  });

  test('is rejected if the channel is not a number, since JSON could not represent it', () => {
    expect(changed({ channelId: 'one' })).toEqual({ kind: 'invalid', fields: ['channelId'] });
    expect(changed({ channelId: '12' })).toEqual({ kind: 'valid', update: { channelId: 12 } });
  });
});

describe('what the connection test receives', () => {
  test('is what differs from the settings, no matter what the other fields contain', () => {
    const body = toConnectionTestBody(initial, {
      ...initial,
      accessToken: 'new-token',
      clientSecret: 'other',
      channelId: 'one',
    });
    expect(body).toEqual({ accessToken: 'new-token' });
  });

  test('is nothing if the settings themselves are tested', () => {
    expect(toConnectionTestBody(initial, initial)).toEqual({});
  });
});
