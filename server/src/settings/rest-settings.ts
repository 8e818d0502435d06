import type { SurrogateHeader } from '../../../contracts/admin/purging';
import type { SettingsService } from './settings-service';

/** The current settings that a public read needs; all synchronous (behavior 2.9, 3.9, 3.13). */
export interface RestSettings {
  /** Public address of the site, without a trailing slash; it may have a path. Empty when not configured. */
  siteUrl(): string;
  /** Address of a product's page containing `{slug}`. */
  productPageAddress(): string;
  /**
   * Origins whose pages may read, for example `https://shop.example`; `*` allows every origin, `site` those of
   * `strapi::cors`.
   */
  corsOrigins(): readonly string[];
  /** Whether listed origins may send credentials; never combined with `*`. */
  corsCredentials(): boolean;
  /** Name of the nonce header that browsers may send. */
  nonceHeader(): string;
  /** What successful responses tell caches: the value of `Cache-Control`, and which headers name their content. */
  caching(): { cacheControl: string; surrogateHeaders: readonly SurrogateHeader[] };
}

/** Reads from the last snapshot: a public read waits for nothing but the catalog. */
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
    caching: plain,
  };
}
