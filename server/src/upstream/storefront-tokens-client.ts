import { z } from 'zod';
import type { UpstreamHttp } from './http/upstream-http';

/** The OAuth scope of the access token that minting requires, by upstream's own name (upstream 7.1). */
export const storefrontTokenScope = 'store_storefront_api';

export interface PrivateTokenRequest {
  channelId: number;
  expiresAt: Date;
  signal?: AbortSignal | undefined;
}

export const privateTokenPath = '/v3/storefront/api-token-private';

// The first covers catalog, carts and checkouts; the second, customers and their orders. Neither includes the other
// (upstream 5.1).
const tokenScopes = ['Unauthenticated', 'Customer'];

// What an Authorization header can carry.
const wireToken = z.object({ data: z.object({ token: z.string().regex(/^[\x21-\x7e]{1,8192}$/) }) });

/**
 * Mints a private storefront token, the kind for use between servers (upstream 5.1). The response is a secret. Sent
 * only once; rejects with the errors of `upstream-errors.ts`, or with the signal's reason.
 */
export async function mintPrivateToken(
  http: UpstreamHttp,
  { channelId, expiresAt, signal }: PrivateTokenRequest,
): Promise<string> {
  const { data } = await http.request({
    method: 'POST',
    path: privateTokenPath,
    body: { channel_id: channelId, expires_at: Math.floor(expiresAt.getTime() / 1000), scopes: tokenScopes },
    schema: wireToken,
    priority: 'high',
    signal,
  });
  return data.token;
}
