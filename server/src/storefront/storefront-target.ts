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

/** Names the store whose limits a request counts toward. */
export const storeOf = ({ connection }: StorefrontTarget): string => `${connection.apiUrl}/${connection.storeHash}`;

/** A digest of store and access token: what was learned with one account does not apply to another. */
export function accountOf({ apiUrl, storeHash, accessToken }: UpstreamConnection): string {
  return createHash('sha256')
    .update(JSON.stringify([apiUrl, storeHash, accessToken]))
    .digest('hex')
    .slice(0, 32);
}

/** Stands for a channel's id in the setting `graphqlUrl`; lower case, like the hosts that may hold it. */
const channelPlaceholder = '{channel}';

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
  const url = new URL(configured.replaceAll(channelPlaceholder, String(channelId)));
  if (url.pathname === '/') url.pathname = '/graphql';
  return url.toString();
}

/**
 * The address of the GraphQL API of a channel other than the settings' channel.
 * @param configured the setting; without `{channel}` it is the address of the settings' channel alone
 */
export function otherGraphqlUrlOf(given: Parameters<typeof graphqlUrlOf>[0]): string {
  const isForAll = given.configured?.includes(channelPlaceholder) ?? false;
  return graphqlUrlOf({ ...given, configured: isForAll ? given.configured : null });
}
