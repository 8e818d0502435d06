import type { Settings } from './settings-service';

/**
 * The settings that appear in public responses or their headers, except further markets, which have their own names.
 */
export function shownIn({ plain }: Pick<Settings, 'plain'>) {
  const { publicUrl, productPageAddress, webhookSignatureHeader } = plain;
  const { channelId, metafieldNamespaces, modifiersEnabled } = plain;
  const { corsOrigins, corsCredentials, nonceHeader, cacheControl, surrogateHeaders } = plain;
  return {
    publicUrl,
    productPageAddress,
    webhookSignatureHeader,
    channelId,
    metafieldNamespaces,
    modifiersEnabled,
    corsOrigins,
    corsCredentials,
    nonceHeader,
    cacheControl,
    surrogateHeaders,
  };
}
