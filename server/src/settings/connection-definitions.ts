import { z } from 'zod';
import type { Definitions } from './setting-definition';
import { asNumber, asText, httpAddress } from './setting-kinds';

/** Which store, and the addresses of the store and of this site (behavior 8.1). */
export const connectionDefinitions = {
  storeHash: {
    variable: 'COMMERCE_BRIDGE_STORE_HASH',
    schema: z
      .string()
      .trim()
      .regex(/^[a-z0-9]{1,32}$/i)
      .nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'store_hash', values: {} },
    allowed: "the store's hash: letters and digits, as in api.bigcommerce.com/stores/{store hash}",
  },
  channelId: {
    variable: 'COMMERCE_BRIDGE_CHANNEL_ID',
    schema: z.int().positive().nullable(),
    fromText: asNumber,
    fallback: null,
    expects: { code: 'channel', values: {} },
    allowed: "a channel's id (a whole number from 1), or nothing for the store's default channel",
  },
  apiUrl: {
    variable: 'COMMERCE_BRIDGE_API_URL',
    schema: httpAddress,
    fromText: asText,
    fallback: 'https://api.bigcommerce.com',
    expects: { code: 'http_address', values: {} },
    allowed: 'an http or https address without credentials, query or fragment',
  },
  graphqlUrl: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_URL',
    schema: httpAddress.nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'http_address_or_empty', values: {} },
    allowed:
      'an http or https address without credentials, query or fragment, in which {channel} stands for the id of each channel, or nothing for the address made of store hash and channel',
  },
  publicUrl: {
    variable: 'COMMERCE_BRIDGE_PUBLIC_URL',
    schema: httpAddress.nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'http_address_or_empty', values: {} },
    allowed:
      "the site's public http or https address without credentials, query or fragment, or nothing for the host's `server.url`",
  },
} satisfies Partial<Definitions>;
