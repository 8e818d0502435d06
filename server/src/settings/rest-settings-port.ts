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
