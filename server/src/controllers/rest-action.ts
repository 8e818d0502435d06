import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import type { RestEndpoint } from '../../../contracts/rest/endpoints';
import { type Container, containerOf } from '../container';
import { markAnswered, sendThrown } from '../middlewares/rest-answers';
import { createParameterReader } from '../middlewares/rest-parameters';
import { restBasePath } from '../routes/rest-base-path';
import { type PreparedBody, prepareBody, sendPrepared } from './prepared-body';

/** What an action found, before it becomes HTTP: the place where a cache can stand. */
export type RestAnswer<Body> =
  | { kind: 'found'; body: Body; surrogateKeys: readonly string[] }
  /** The same, made into bytes before. */
  | { kind: 'prepared'; body: PreparedBody; surrogateKeys: readonly string[] }
  /** Known under another address now; `path` is below `{base_url}`. */
  | { kind: 'moved'; path: string; surrogateKeys: readonly string[] };

/** The checked values of a request. */
export interface RestRequest<Endpoint extends RestEndpoint> {
  params: z.infer<Endpoint['params']>;
  query: z.infer<Endpoint['query']>;
}

export interface RestActionOptions<Endpoint extends RestEndpoint> {
  strapi: Core.Strapi;
  endpoint: Endpoint;
  answer: (request: RestRequest<Endpoint>, container: Container) => Promise<RestAnswer<z.infer<Endpoint['response']>>>;
}

/**
 * Makes a controller action of an endpoint: checks the parameters, asks for the answer, and sends it with its
 * validator and caching headers, or 304; whatever is thrown becomes the error body (decisions 3).
 */
export function restAction<Endpoint extends RestEndpoint>({ strapi, endpoint, answer }: RestActionOptions<Endpoint>) {
  const readParams = createParameterReader<Endpoint['params']>(endpoint.params);
  const readQuery = createParameterReader<Endpoint['query']>(endpoint.query);
  const basePath = restBasePath(strapi);

  return async (ctx: Context): Promise<void> => {
    const container = containerOf(strapi);
    try {
      const params = readParams(Object.entries(pathParams.parse(ctx.params)));
      const query = readQuery(new URLSearchParams(ctx.querystring));
      const found = await answer({ params, query }, container);
      const { restSettings } = container;
      ctx.set({ 'Cache-Control': restSettings.cacheControl(), 'Surrogate-Key': found.surrogateKeys.join(' ') });
      if (found.kind === 'moved') sendMoved(ctx, `${pathOf(restSettings.siteUrl())}${basePath}${found.path}`);
      else sendPrepared(ctx, found.kind === 'prepared' ? found.body : prepareBody(found.body));
      markAnswered(ctx);
    } catch (error) {
      sendThrown(ctx, { error, logger: container.logger });
    }
  };
}

const pathParams = z.record(z.string(), z.string()).default({});

function sendMoved(ctx: Context, path: string): void {
  ctx.set('Location', `${path}${ctx.search}`);
  ctx.body = '';
  ctx.status = 301;
}

// A site behind a proxy may be served below a path that Strapi does not see.
function pathOf(siteUrl: string): string {
  return URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/+$/, '') : '';
}
