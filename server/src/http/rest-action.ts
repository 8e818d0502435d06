import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import type { RestEndpoint } from '../../../contracts/rest/endpoints';
import type { AnswerCache, ReadAnswer } from '../catalog/responses/answer-cache';
import type { AnswerContent } from '../catalog/responses/answer-content';
import type { Logger } from '../lib/logger';
import type { RestSettings } from '../settings/rest-settings-port';
import { markAnswered, sendThrown } from './rest-answers';
import { createParameterReader } from './rest-parameters';
import { prepareAnswer, prepareText, sendAnswer } from './send-answer';
import { restBasePath } from './rest-base-path';

/** What an action found, before it becomes HTTP. */
export type RestAnswer<Body> =
  | { kind: 'found'; body: Body; surrogateKeys: readonly string[]; content: AnswerContent }
  /** The same, as JSON already. */
  | { kind: 'prepared'; json: string; surrogateKeys: readonly string[]; content: AnswerContent }
  /** Known under another address now; `path` is below `{base_url}`. */
  | { kind: 'moved'; path: string; surrogateKeys: readonly string[] };

/** The checked values of a request. */
export interface RestRequest<Endpoint extends RestEndpoint> {
  params: z.infer<Endpoint['params']>;
  query: z.infer<Endpoint['query']>;
}

/** What every action needs of the site's parts. */
export interface RestActionParts {
  answers: AnswerCache;
  restSettings: RestSettings;
  requestLogger: Logger;
}

export interface RestActionOptions<Endpoint extends RestEndpoint, Parts extends RestActionParts> {
  strapi: Core.Strapi;
  /** Asked for at each request: a plugin's controllers are made before its parts are. */
  parts: () => Parts;
  endpoint: Endpoint;
  answer: (request: RestRequest<Endpoint>, parts: Parts) => Promise<RestAnswer<z.infer<Endpoint['response']>>>;
}

/** A redirection on its way out of the cache, which keeps none: its target depends on the rest of the address. */
class Moved extends Error {
  constructor(
    readonly path: string,
    readonly surrogateKeys: readonly string[],
  ) {
    super(`moved to ${path}`);
  }
}

/**
 * Makes a controller action of an endpoint: checks the parameters, asks the cache or else for the answer, and sends it
 * with its validator and caching headers, or 304 (behavior 3.9); whatever is thrown becomes the error body (behavior 3.7).
 */
export function restAction<Endpoint extends RestEndpoint, Parts extends RestActionParts>({
  strapi,
  parts: partsOf,
  endpoint,
  answer,
}: RestActionOptions<Endpoint, Parts>) {
  const readParams = createParameterReader<Endpoint['params']>(endpoint.params);
  const readQuery = createParameterReader<Endpoint['query']>(endpoint.query);
  const basePath = restBasePath(strapi);

  return async (ctx: Context): Promise<void> => {
    const parts = partsOf();
    const { answers, restSettings, requestLogger: logger } = parts;
    try {
      const params = readParams(Object.entries(pathParams.parse(ctx.params)));
      const query = readQuery(new URLSearchParams(ctx.querystring));
      await answers.catchUp();
      const found = await answers.answer({
        address: ctx.url,
        key: `${endpoint.path} ${JSON.stringify([params, query])}`,
        read: async () => readAnswerOf(await answer({ params, query }, parts)),
      });
      sendAnswer(ctx, found.answer, { cacheControl: restSettings.cacheControl(), source: found.source });
    } catch (error) {
      if (error instanceof Moved)
        sendMoved(ctx, error, {
          site: `${pathOf(restSettings.siteUrl())}${basePath}`,
          cacheControl: restSettings.cacheControl(),
        });
      else sendThrown(ctx, { error, logger });
    }
  };
}

const pathParams = z.record(z.string(), z.string()).default({});

function readAnswerOf(found: RestAnswer<unknown>): ReadAnswer {
  if (found.kind === 'moved') throw new Moved(found.path, found.surrogateKeys);
  return { answer: found.kind === 'prepared' ? prepareText(found) : prepareAnswer(found), content: found.content };
}

function sendMoved(
  ctx: Context,
  { path, surrogateKeys }: Moved,
  { site, cacheControl }: { site: string; cacheControl: string },
): void {
  ctx.set({
    'Cache-Control': cacheControl,
    'Surrogate-Key': surrogateKeys.join(' '),
    Location: `${site}${path}${ctx.search}`,
  });
  ctx.body = '';
  ctx.status = 301;
  markAnswered(ctx);
}

// A site behind a proxy may be served below a path that Strapi does not see.
function pathOf(siteUrl: string): string {
  return URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/+$/, '') : '';
}
