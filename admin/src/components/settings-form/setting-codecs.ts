import type { SettingsUpdate, SettingsView } from '../../../../contracts/admin/settings';
import type { SecretEntry } from './secret-entry';

/** The value of a form field; in the field of a secret, null removes the secret. */
export type FieldValue = string | boolean | SecretEntry;

/** Converts one setting to a field's value and back. */
export interface SettingCodec {
  toField: (settings: SettingsView) => FieldValue;
  /** `invalid` when the field's value cannot be sent at all; the server validates everything else. */
  toUpdate: (value: FieldValue) => SettingsUpdate | 'invalid';
}

type Texts<Value> = { read: (settings: SettingsView) => Value; write: (value: Value) => SettingsUpdate };

const textOf = (value: FieldValue) => (typeof value === 'string' ? value.trim() : '');

function text({ read, write }: Texts<string>): SettingCodec {
  return { toField: read, toUpdate: (value) => write(textOf(value)) };
}

/** An empty field means null. */
function optionalText({ read, write }: Texts<string | null>): SettingCodec {
  return {
    toField: (settings) => read(settings) ?? '',
    toUpdate: (value) => write(textOf(value) === '' ? null : textOf(value)),
  };
}

function wholeNumber({ read, write }: Texts<number>): SettingCodec {
  return {
    toField: (settings) => String(read(settings)),
    toUpdate: (value) => (/^\d+$/.test(textOf(value)) ? write(Number(textOf(value))) : 'invalid'),
  };
}

/** Parts are separated by commas, spaces, or line breaks. */
function list({ read, write }: Texts<string[]>): SettingCodec {
  return { toField: (settings) => read(settings).join(', '), toUpdate: (value) => write(partsOf(value)) };
}

/** Parts that may contain spaces, separated by commas or line breaks. */
function phrases({ read, write }: Texts<string[]>): SettingCodec {
  return {
    toField: (settings) => read(settings).join(', '),
    toUpdate: (value) =>
      write(
        textOf(value)
          .split(/[,\n]/)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
  };
}

function wholeNumbers({ read, write }: Texts<number[]>): SettingCodec {
  return {
    toField: (settings) => read(settings).join(', '),
    toUpdate: (value) =>
      partsOf(value).every((part) => /^\d+$/.test(part)) ? write(partsOf(value).map(Number)) : 'invalid',
  };
}

function onOrOff({ read, write }: Texts<boolean>): SettingCodec {
  return { toField: read, toUpdate: (value) => write(value === true) };
}

/** The field never contains the stored secret; an empty field keeps it. */
function secret({ write }: Pick<Texts<string | null>, 'write'>): SettingCodec {
  return {
    toField: () => '',
    toUpdate: (value) => (textOf(value) === '' && value !== null ? {} : write(value === null ? null : textOf(value))),
  };
}

function partsOf(value: FieldValue): string[] {
  return textOf(value)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/** The settings that these forms edit; the connection has its own form. */
export const settingCodecs = {
  publicUrl: optionalText({ read: ({ publicUrl }) => publicUrl, write: (publicUrl) => ({ publicUrl }) }),
  webhookSignatureHeader: text({
    read: ({ webhookSignatureHeader }) => webhookSignatureHeader,
    write: (webhookSignatureHeader) => ({ webhookSignatureHeader }),
  }),
  webhookTimestampTolerance: wholeNumber({
    read: ({ webhookTimestampTolerance }) => webhookTimestampTolerance,
    write: (webhookTimestampTolerance) => ({ webhookTimestampTolerance }),
  }),
  webhookProcessingTimeLimit: wholeNumber({
    read: ({ webhookProcessingTimeLimit }) => webhookProcessingTimeLimit,
    write: (webhookProcessingTimeLimit) => ({ webhookProcessingTimeLimit }),
  }),
  webhookRetryDelays: wholeNumbers({
    read: ({ webhookRetryDelays }) => webhookRetryDelays,
    write: (webhookRetryDelays) => ({ webhookRetryDelays }),
  }),
  eventRetentionDays: wholeNumber({
    read: ({ eventRetentionDays }) => eventRetentionDays,
    write: (eventRetentionDays) => ({ eventRetentionDays }),
  }),
  productPageAddress: optionalText({
    read: ({ productPageAddress }) => productPageAddress,
    write: (productPageAddress) => ({ productPageAddress }),
  }),
  corsOrigins: list({ read: ({ corsOrigins }) => corsOrigins, write: (corsOrigins) => ({ corsOrigins }) }),
  corsCredentials: onOrOff({
    read: ({ corsCredentials }) => corsCredentials,
    write: (corsCredentials) => ({ corsCredentials }),
  }),
  nonceHeader: text({ read: ({ nonceHeader }) => nonceHeader, write: (nonceHeader) => ({ nonceHeader }) }),
  surrogateHeaders: list({
    read: ({ surrogateHeaders }) => surrogateHeaders,
    // Unknown names are sent, too: the server's error lists the allowed ones.
    write: (names) => ({ surrogateHeaders: names }),
  }),
  cacheControl: text({ read: ({ cacheControl }) => cacheControl, write: (cacheControl) => ({ cacheControl }) }),
  productCacheSeconds: wholeNumber({
    read: ({ productCacheSeconds }) => productCacheSeconds,
    write: (productCacheSeconds) => ({ productCacheSeconds }),
  }),
  cacheMegabytes: wholeNumber({
    read: ({ cacheMegabytes }) => cacheMegabytes,
    write: (cacheMegabytes) => ({ cacheMegabytes }),
  }),
  readClientPercent: wholeNumber({
    read: ({ readClientPercent }) => readClientPercent,
    write: (readClientPercent) => ({ readClientPercent }),
  }),
  entryEventsOfFullRuns: onOrOff({
    read: ({ entryEventsOfFullRuns }) => entryEventsOfFullRuns,
    write: (entryEventsOfFullRuns) => ({ entryEventsOfFullRuns }),
  }),
  graphqlIntrospection: onOrOff({
    read: ({ graphqlIntrospection }) => graphqlIntrospection,
    write: (graphqlIntrospection) => ({ graphqlIntrospection }),
  }),
  graphqlSafelist: optionalText({
    read: ({ graphqlSafelist }) => graphqlSafelist,
    write: (graphqlSafelist) => ({ graphqlSafelist }),
  }),
  graphqlClientLimit: wholeNumber({
    read: ({ graphqlClientLimit }) => graphqlClientLimit,
    write: (graphqlClientLimit) => ({ graphqlClientLimit }),
  }),
  trustedProxySecret: secret({ write: (trustedProxySecret) => ({ trustedProxySecret }) }),
  syncSchedule: text({ read: ({ syncSchedule }) => syncSchedule, write: (syncSchedule) => ({ syncSchedule }) }),
  removalLimitPercent: wholeNumber({
    read: ({ removalLimitPercent }) => removalLimitPercent,
    write: (removalLimitPercent) => ({ removalLimitPercent }),
  }),
  removalLimitMinimum: wholeNumber({
    read: ({ removalLimitMinimum }) => removalLimitMinimum,
    write: (removalLimitMinimum) => ({ removalLimitMinimum }),
  }),
  withdrawnRetentionDays: wholeNumber({
    read: ({ withdrawnRetentionDays }) => withdrawnRetentionDays,
    write: (withdrawnRetentionDays) => ({ withdrawnRetentionDays }),
  }),
  sweepEnabled: onOrOff({ read: ({ sweepEnabled }) => sweepEnabled, write: (sweepEnabled) => ({ sweepEnabled }) }),
  modifiersEnabled: onOrOff({
    read: ({ modifiersEnabled }) => modifiersEnabled,
    write: (modifiersEnabled) => ({ modifiersEnabled }),
  }),
  metafieldNamespaces: phrases({
    read: ({ metafieldNamespaces }) => metafieldNamespaces,
    write: (metafieldNamespaces) => ({ metafieldNamespaces }),
  }),
  fullSyncEveryDays: wholeNumber({
    read: ({ fullSyncEveryDays }) => fullSyncEveryDays,
    write: (fullSyncEveryDays) => ({ fullSyncEveryDays }),
  }),
  upstreamReserve: wholeNumber({
    read: ({ upstreamReserve }) => upstreamReserve,
    write: (upstreamReserve) => ({ upstreamReserve }),
  }),
} satisfies Record<string, SettingCodec>;

export type EditableName = keyof typeof settingCodecs;
