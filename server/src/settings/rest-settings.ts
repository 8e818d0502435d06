import type { SettingsService } from './settings-service';

/** The settings that answering a public read takes, as they are now; nothing here waits (behavior 2.9, 3.9, 3.13). */
export interface RestSettings {
  /** Public address of the site, without a slash at the end; it may have a path. Empty when nobody told. */
  siteUrl(): string;
  /** Address of a product's page with `{slug}` in it. */
  productPageAddress(): string;
  /** Origins that may read from browsers, for example `https://shop.example`; `*` lets every origin. */
  corsOrigins(): readonly string[];
  /** Whether listed origins may send credentials; never holds together with `*`. */
  corsCredentials(): boolean;
  /** Name of the nonce header that browsers may send. */
  nonceHeader(): string;
  /** Value of `Cache-Control` on successful answers. */
  cacheControl(): string;
}

/** From the last snapshot: a read waits for nothing but the catalog. */
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
