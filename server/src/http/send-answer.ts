import type { Context } from 'koa';
import type { FoundAnswer, PreparedAnswer } from '../catalog/responses/answer-cache';
import { entityTagOf, namesEntityTag } from './entity-tag';
import { markAnswered } from './rest-answers';

/** Makes the bytes of an answer and its validator. */
export function prepareAnswer({
  body,
  surrogateKeys,
}: {
  body: unknown;
  surrogateKeys: readonly string[];
}): PreparedAnswer {
  return prepareText({ json: JSON.stringify(body), surrogateKeys });
}

/** The same of what is JSON already. */
export function prepareText({
  json,
  surrogateKeys,
}: {
  json: string;
  surrogateKeys: readonly string[];
}): PreparedAnswer {
  const bytes = Buffer.from(json);
  return { bytes, entityTag: entityTagOf(bytes), surrogateKeys: surrogateKeys.join(' ') };
}

/**
 * Sends an answer, or 304 to a caller that has it.
 * @param options.source where it came from; absent for what is no matter of the cache
 */
export function sendAnswer(
  ctx: Context,
  answer: PreparedAnswer,
  options: { cacheControl: string; source?: FoundAnswer['source'] },
): void {
  const { res } = ctx;
  // Straight to the response: koa looks at each header and at the kind of body again, and a hit does little else.
  res.setHeader('ETag', answer.entityTag);
  res.setHeader('Cache-Control', options.cacheControl);
  res.setHeader('Surrogate-Key', answer.surrogateKeys);
  if (options.source) res.setHeader('X-Cache', options.source);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = answer.bytes;
  const known = ctx.req.headers['if-none-match'];
  if (known !== undefined && namesEntityTag(known, answer.entityTag)) ctx.status = 304;
  markAnswered(ctx);
}
