import type { Context } from 'koa';
import { entityTagOf, namesEntityTag } from '../middlewares/entity-tag';

/** A body as it goes out, with its validator: made once, sent as often as it holds. */
export interface PreparedBody {
  bytes: Buffer;
  entityTag: string;
}

export function prepareBody(body: unknown): PreparedBody {
  const bytes = Buffer.from(JSON.stringify(body));
  return { bytes, entityTag: entityTagOf(bytes) };
}

/** Sends it, or 304 to a caller that has it. */
export function sendPrepared(ctx: Context, { bytes, entityTag }: PreparedBody): void {
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', ETag: entityTag });
  ctx.body = bytes;
  if (namesEntityTag(ctx.get('If-None-Match'), entityTag)) ctx.status = 304;
}
