/**
 * The shopper's IP address in `X-Forwarded-For`: the last entry, added by the proxy in front of this server. Entries
 * before it came with the request, so callers can make them up.
 */
export function addressIn(forwardedFor: string | null): string | null {
  return forwardedFor?.split(',').at(-1)?.trim() || null;
}
