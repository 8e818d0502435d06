import type { RestSettings } from './rest-settings-port';
import type { SettingsService } from './settings-service';

/** The settings that answering a read takes, from the last snapshot: a read waits for nothing but the catalog. */
export function createRestSettings({
  settings,
  siteUrl,
}: {
  settings: SettingsService;
  siteUrl: string;
}): RestSettings {
  const plain = () => settings.snapshot().plain;
  const ownUrl = () => plain().publicUrl ?? siteUrl;

  return {
    siteUrl: ownUrl,
    productPageAddress: () => plain().productPageAddress ?? `${ownUrl()}/products/{slug}`,
    corsOrigins: () => plain().corsOrigins,
    corsCredentials: () => plain().corsCredentials,
    nonceHeader: () => plain().nonceHeader,
    cacheControl: () => plain().cacheControl,
  };
}
