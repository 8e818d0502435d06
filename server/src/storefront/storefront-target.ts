import { createHash } from 'node:crypto';
import type { UpstreamConnection } from '../upstream/upstream-catalog';

/** The store as the proxy reaches it at one moment. Holds the access token: never log it. */
export interface StorefrontTarget {
  connection: UpstreamConnection;
  channelId: number;
  graphqlUrl: string;
  /** Identifies a store and account, without revealing the token. */
  account: string;
}

/** A digest of store and access token: what was learned with one account does not apply to another. */
export function accountOf({ apiUrl, storeHash, accessToken }: UpstreamConnection): string {
  return createHash('sha256')
    .update(JSON.stringify([apiUrl, storeHash, accessToken]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The address of the store's GraphQL API (upstream 5.2).
 * @param configured the setting; an address without a path is completed
 */
export function graphqlUrlOf({
  configured,
  storeHash,
  channelId,
}: {
  configured: string | null;
  storeHash: string;
  channelId: number;
}): string {
  if (configured === null) return `https://store-${storeHash.toLowerCase()}-${channelId}.mybigcommerce.com/graphql`;
  const url = new URL(configured);
  if (url.pathname === '/') url.pathname = '/graphql';
  return url.toString();
}
