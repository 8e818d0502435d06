import type { ConnectionTestBody, SettingsUpdate, SettingsView } from '../../../contracts/admin/settings';
import type { SecretEntry } from '../components/settings-form/secret-entry';

/** Default address of the platform's API (upstream 1.3). */
export const defaultApiUrl = 'https://api.bigcommerce.com';

/** The values of the connection form; `''` means "not set". */
export interface ConnectionValues {
  storeHash: string;
  channelId: string;
  apiUrl: string;
  graphqlUrl: string;
  accessToken: SecretEntry;
  clientSecret: SecretEntry;
}

export type SettingsChange =
  | { kind: 'valid'; update: SettingsUpdate }
  | { kind: 'invalid'; fields: (keyof ConnectionValues)[] };

/** The form's values for the stored settings. */
export function toFormValues(settings: SettingsView): ConnectionValues {
  return {
    storeHash: settings.storeHash ?? '',
    channelId: settings.channelId === null ? '' : String(settings.channelId),
    apiUrl: settings.apiUrl,
    graphqlUrl: settings.graphqlUrl ?? '',
    accessToken: '',
    clientSecret: '',
  };
}

/**
 * Only the settings that were changed, so that a locked or untouched one is never sent. Spaces around pasted values are
 * removed. `invalid` lists fields whose values cannot be sent at all; the server validates everything else.
 */
export function toSettingsChange(initial: ConnectionValues, values: ConnectionValues): SettingsChange {
  const update: SettingsUpdate = {};
  const storeHash = values.storeHash.trim();
  if (storeHash !== initial.storeHash) update.storeHash = storeHash === '' ? null : storeHash;

  const apiUrl = values.apiUrl.trim();
  if (apiUrl !== initial.apiUrl) update.apiUrl = apiUrl === '' ? defaultApiUrl : apiUrl;

  const graphqlUrl = values.graphqlUrl.trim();
  if (graphqlUrl !== initial.graphqlUrl) update.graphqlUrl = graphqlUrl === '' ? null : graphqlUrl;

  const channelId = values.channelId.trim();
  if (channelId !== initial.channelId) {
    if (!/^\d*$/.test(channelId)) return { kind: 'invalid', fields: ['channelId'] };
    update.channelId = channelId === '' ? null : Number(channelId);
  }

  const accessToken = secretUpdate(values.accessToken);
  if (accessToken !== undefined) update.accessToken = accessToken;
  const clientSecret = secretUpdate(values.clientSecret);
  if (clientSecret !== undefined) update.clientSecret = clientSecret;
  return { kind: 'valid', update };
}

/** What was entered, and for fields that were not changed, what is stored by now. */
export function rebasedValues(
  initial: ConnectionValues,
  { values, now }: { values: ConnectionValues; now: ConnectionValues },
): ConnectionValues {
  const kept = (field: keyof ConnectionValues) => values[field] !== initial[field];
  return {
    storeHash: kept('storeHash') ? values.storeHash : now.storeHash,
    channelId: kept('channelId') ? values.channelId : now.channelId,
    apiUrl: kept('apiUrl') ? values.apiUrl : now.apiUrl,
    graphqlUrl: kept('graphqlUrl') ? values.graphqlUrl : now.graphqlUrl,
    accessToken: values.accessToken,
    clientSecret: values.clientSecret,
  };
}

/** The unsaved values that the connection test needs in addition to the stored ones. */
export function toConnectionTestBody(initial: ConnectionValues, values: ConnectionValues): ConnectionTestBody {
  const change = toSettingsChange(initial, { ...values, channelId: initial.channelId });
  if (change.kind === 'invalid') return {};
  const { storeHash, accessToken, apiUrl } = change.update;
  return {
    ...(typeof storeHash === 'string' ? { storeHash } : {}),
    ...(typeof accessToken === 'string' ? { accessToken } : {}),
    ...(apiUrl === undefined ? {} : { apiUrl }),
  };
}

function secretUpdate(entry: SecretEntry): string | null | undefined {
  if (entry === null) return null;
  const secret = entry.trim();
  return secret === '' ? undefined : secret;
}
