import type { Context } from 'koa';
import type { SurrogateHeader } from '../../../contracts/admin/purging';
import type { FoundResponse, PreparedResponse } from '../catalog/responses';
import { entityTagOf, namesEntityTag } from './entity-tag';
import { setSurrogateHeaders } from './surrogate-headers';
import { isPrivate, markResponded, privateCacheControl } from './rest-responses';

/** Makes the bytes of a response and its validator. */
export function prepareResponse({
  body,
  surrogateKeys,
}: {
  body: unknown;
  surrogateKeys: readonly string[];
}): PreparedResponse {
  return prepareText({ json: [JSON.stringify(body)], surrogateKeys });
}

/**
 * The same for text that is already JSON.
 * @param options.json in parts; empty afterward: V8 may have moved the array to its old generation, where it would keep
 * its strings alive (half a megabyte for a list of a hundred) until the next full collection
 */
export function prepareText({
  json,
  surrogateKeys,
}: {
  json: string[];
  surrogateKeys: readonly string[];
}): PreparedResponse {
  const bytes = bytesOf(json.splice(0));
  return { bytes, entityTag: entityTagOf(bytes), surrogateKeys: surrogateKeys.join(' ') };
}

/**
 * Does not join the parts into one string: from 128 KB on, only a full collection would free it. The bytes have memory of
 * their own: a cached response of a few bytes would keep 8 KB of Buffer's pool.
 */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let end = 0;
  for (const part of parts) end += bytes.write(part, end);
  return bytes;
}

/**
 * Sends a response, or 304 to a caller that has it.
 * @param options.source where it came from; absent when the cache is not involved
 */
export function sendResponse(
  ctx: Context,
  response: PreparedResponse,
  options: { cacheControl: string; surrogateHeaders: readonly SurrogateHeader[]; source?: FoundResponse['source'] },
): void {
  if (isPrivate(ctx)) return sendPrivately(ctx, response);
  const { res } = ctx;
  // Written straight to the response: koa would inspect each header and the kind of body again, and a hit does little
  // else.
  res.setHeader('ETag', response.entityTag);
  res.setHeader('Cache-Control', options.cacheControl);
  setSurrogateHeaders(res, { keys: response.surrogateKeys, headers: options.surrogateHeaders });
  if (options.source) res.setHeader('X-Cache', options.source);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = response.bytes;
  const known = ctx.req.headers['if-none-match'];
  if (known !== undefined && namesEntityTag(known, response.entityTag)) ctx.status = 304;
  markResponded(ctx);
}

/** Sends no header by which a cache could store, revalidate, or purge the response. */
function sendPrivately(ctx: Context, { bytes }: PreparedResponse): void {
  ctx.set({ 'Cache-Control': privateCacheControl, 'Content-Type': 'application/json; charset=utf-8' });
  ctx.body = bytes;
  markResponded(ctx);
}
