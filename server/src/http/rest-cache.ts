import type { Middleware } from 'koa';
import type { AnswerCache } from '../catalog/responses/answer-cache';
import type { RestSettings } from '../settings/rest-settings-port';
import { pathBelow } from './rest-routes';
import { sendAnswer } from './send-answer';

export interface RestCacheOptions {
  /** `{base_url}` without the site's address. */
  basePath: string;
  services: () => { answers: AnswerCache; restSettings: RestSettings };
}

/**
 * Answers what is kept before the site looks for a route. It stands behind the host's own middlewares, so that the host's
 * logs, IP filters and security headers hold for a hit as for every other answer (behavior 3.12).
 */
export function createRestCache({ basePath, services }: RestCacheOptions): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || pathBelow(basePath, ctx.path) === null) return next();
    const { answers, restSettings } = services();
    const behind = answers.catchUp();
    if (behind) await behind;
    const answer = answers.find(ctx.url);
    if (!answer) return next();
    sendAnswer(ctx, answer, { cacheControl: restSettings.cacheControl(), source: 'HIT' });
  };
}
