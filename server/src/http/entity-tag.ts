import { createHash } from 'node:crypto';

/** A strong validator over the bytes of a body (RFC 9110, 8.8.3). */
export function entityTagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this tag: in a list, as a weak one, or as `*` (RFC 9110, 13.1.2).
 *
 * Not koa's `ctx.fresh`: that answers anew to `Cache-Control: no-cache`, which every `fetch` adds by itself as soon as
 * its caller sets `If-None-Match`.
 */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] | null = ifNoneMatch.match(/"[^"]*"/g);
  return tags?.includes(tag) ?? false;
}
