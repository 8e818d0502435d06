import type { Settings } from './settings-service';

/** What public responses show of the settings, or have in their headers; further markets aside, which have their own names. */
export function shownIn({ plain }: Pick<Settings, 'plain'>) {
  const { publicUrl, productPageAddress, webhookSignatureHeader } = plain;
  const { corsOrigins, corsCredentials, nonceHeader, cacheControl, surrogateHeaders } = plain;
  return {
    publicUrl,
    productPageAddress,
    webhookSignatureHeader,
    corsOrigins,
    corsCredentials,
    nonceHeader,
    cacheControl,
    surrogateHeaders,
  };
}
