import type { Context, Middleware } from 'koa';
import type { OpenRead, ReadShares } from '../http/read-shares';
import { asStrapiError } from '../http/strapi-errors';
import { asRefusal } from './refusal';

/** Counts each GraphQL request as one read of its caller, from its first field of the catalog on (behavior 12.10). */
export interface RequestShares {
  /**
   * Call this before a field is read, and before its value is returned: Strapi resolves each value separately, which
   * takes time even if the response is cached.
   * @throws RateLimitError when the caller has used up its share
   */
  admit(ctx: Context): void;
  /** Ends the read with the request. */
  middleware: Middleware;
}

export function createRequestShares(sharesOf: () => ReadShares): RequestShares {
  const reads = new WeakMap<Context, OpenRead>();
  const refusals = new WeakMap<Context, Error>();

  function goOn(ctx: Context): void {
    const read = reads.get(ctx);
    if (read) read.goOn();
    else reads.set(ctx, sharesOf().open(ctx.request.ip));
  }

  return {
    admit(ctx) {
      const refusal = refusals.get(ctx);
      if (refusal) throw refusal;
      try {
        goOn(ctx);
      } catch (error) {
        const refused = asStrapiError(error);
        if (refused instanceof Error) refusals.set(ctx, asRefusal(refused));
        throw refused;
      }
    },

    async middleware(ctx, next) {
      try {
        await next();
      } finally {
        reads.get(ctx)?.end();
      }
    },
  };
}
