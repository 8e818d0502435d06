import { createHash } from 'node:crypto';

/** A strong validator computed from the bytes of a body (RFC 9110, 8.8.3). */
export function entityTagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this tag: in a list, as a weak one, or as `*` (RFC 9110, 13.1.2).
 *
 * Not koa's `ctx.fresh`, which sends a full response for `Cache-Control: no-cache`; every `fetch` adds that header
 * automatically as soon as its caller sets `If-None-Match`.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] | null = ifNoneMatch.match(/"[^"]*"/g);
  return tags?.includes(tag) ?? false;
}
