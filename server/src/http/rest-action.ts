import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import type { RestEndpoint } from '../../../contracts/rest/endpoints';
import { keyOfMarket, type ReadResponse, type ResponseContent, type Responses } from '../catalog/responses';
import type { Logger } from '../lib/logger';
import type { ReadyMarkets, ReadyParts } from '../markets/knex-ready-parts';
import { namesIn } from '../markets/market-parts';
import type { FurtherMarket, SiteMarkets } from '../markets/site-markets';
import type { RestSettings } from '../settings/rest-settings';
import { cachingInMarket } from './market-caching';
import { marketOfRequest } from './market-of-request';
import { isPrivate, markPrivate, markResponded, privateCacheControl, sendThrown } from './rest-responses';
import { createParameterReader, withAllRejected } from './rest-parameters';
import { type ReadShares, readWithOwnShare } from './read-shares';
import { prepareResponse, prepareText, sendResponse } from './send-response';
import { setSurrogateHeaders } from './surrogate-headers';
import { restBasePath } from './rest-base-path';

/** What an action found, before it becomes HTTP. */
export type RestResponse<Body> =
  | { kind: 'found'; body: Body; surrogateKeys: readonly string[]; content: ResponseContent }
  /** The same, already serialized as JSON, in parts; sending it empties the list. */
  | { kind: 'prepared'; json: string[]; surrogateKeys: readonly string[]; content: ResponseContent }
  /** Moved to another address; `path` is below `{base_url}`. */
  | { kind: 'moved'; path: string; surrogateKeys: readonly string[] };

/** The checked values of a request. */
export interface RestRequest<Endpoint extends RestEndpoint> {
  params: z.infer<Endpoint['params']>;
  query: z.infer<Endpoint['query']>;
}

/** A further market as one request reads it. */
export interface MarketReading {
  market: FurtherMarket;
  parts: ReadyParts;
}

/** The parts of the site that every action needs. */
export interface RestActionParts {
  responses: Pick<Responses, 'catchUp' | 'lastAnnouncement' | 'mayMissPurged' | 'respond' | 'watch'>;
  siteMarkets: SiteMarkets;
  readyMarkets: ReadyMarkets;
  restSettings: RestSettings;
  readShares: ReadShares;
  requestLogger: Logger;
}

export interface RestActionOptions<Endpoint extends RestEndpoint, Parts extends RestActionParts> {
  strapi: Core.Strapi;
  /** Resolved on each request: a plugin's controllers are created before its parts are. */
  parts: () => Parts;
  endpoint: Endpoint;
  respond: (request: RestRequest<Endpoint>, parts: Parts) => Promise<RestResponse<z.infer<Endpoint['response']>>>;
  /** The same in a further market. */
  respondInMarket: (
    request: RestRequest<Endpoint> & { reading: MarketReading },
    parts: Parts,
  ) => Promise<RestResponse<z.infer<Endpoint['response']>>>;
}

/** A redirect, thrown past the cache, which must not store it: its target depends on the rest of the address. */
class Moved extends Error {
  constructor(
    readonly path: string,
    readonly surrogateKeys: readonly string[],
  ) {
    super(`moved to ${path}`);
  }
}

/** The settings have changed since the market was found: it may be private by now, and nobody would drop the response. */
class MarketChanged extends Error {}

/**
 * Makes a controller action of an endpoint: checks the parameters, gets the response from the cache or computes it, and
 * sends it with its validator and caching headers, or 304 (behavior 3.9). Errors become the error body
 * (behavior 3.7). Responses in a private market are read each time: no cache stores them (behavior 14.3).
 */
export function restAction<Endpoint extends RestEndpoint, Parts extends RestActionParts>({
  strapi,
  parts: partsOf,
  endpoint,
  respond,
  respondInMarket,
}: RestActionOptions<Endpoint, Parts>) {
  const readParams = createParameterReader<Endpoint['params']>(endpoint.params);
  const readQuery = createParameterReader<Endpoint['query']>(endpoint.query);
  const basePath = restBasePath(strapi);

  return async function act(ctx: Context): Promise<void> {
    const parts = partsOf();
    const { responses, restSettings, readShares, requestLogger: logger } = parts;
    const { ip } = ctx.request;
    const search = new URLSearchParams(ctx.querystring);
    const given = {
      params: () => readParams(Object.entries(pathParams.parse(ctx.params))),
      query: () => readQuery(search),
    };
    const announcement = responses.lastAnnouncement();
    await responses.catchUp();
    const mayMissPurged = responses.mayMissPurged(announcement);
    let caching = restSettings.caching();
    let isChanged = async () => false;
    try {
      const entered = marketOfRequest(strapi, { ctx, search, markets: parts.siteMarkets });
      const market = entered && (await entered);
      const [params, query] = [given.params(), given.query()];
      if (market) caching = cachingInMarket(market, caching);
      isChanged = responses.watch();
      const read = () =>
        readShares.run(ip, async () => {
          if (!market) return readResponseOf(await respond({ params, query }, parts));
          if (parts.siteMarkets.find(market.key) !== market) throw new MarketChanged();
          const reading = { market, parts: await parts.readyMarkets.partsOf(market) };
          return readResponseOf(inMarket(reading, await respondInMarket({ params, query, reading }, parts)));
        });
      if (market && !market.isPublic) {
        sendResponse(ctx, (await read()).response, caching);
        return;
      }
      const respondFromCache = () =>
        responses.respond({
          address: ctx.url,
          key: `${endpoint.path} ${JSON.stringify(market ? [params, query, market.key] : [params, query])}`,
          read,
        });
      const found = await readWithOwnShare(ip, respondFromCache);
      if (found.isDoubtful || (found.source === 'HIT' && mayMissPurged)) markPrivate(ctx);
      sendResponse(ctx, found.response, { ...caching, source: found.source });
    } catch (error) {
      if (error instanceof MarketChanged) await act(ctx);
      else if (error instanceof Moved) {
        if (await isChanged()) markPrivate(ctx);
        sendMoved(ctx, error, { site: `${pathOf(restSettings.siteUrl())}${basePath}`, ...caching });
      } else sendThrown(ctx, { error: withAllRejected(error, [given.params, given.query]), logger });
    }
  };
}

const pathParams = z.record(z.string(), z.string()).default({});

/** Adds the parts of the market that it depends on, and the key by which the whole market is purged. */
function inMarket<Body>({ market, parts }: MarketReading, found: RestResponse<Body>): RestResponse<Body> {
  const surrogateKeys = [...found.surrogateKeys, keyOfMarket(market.key)];
  if (found.kind === 'moved') return { ...found, surrogateKeys };
  const content = {
    ...found.content,
    market: { parts: namesIn(market), ...(parts.texts && { hasOwnSlugs: true as const }) },
  };
  return { ...found, surrogateKeys, content };
}

function readResponseOf(found: RestResponse<unknown>): ReadResponse {
  if (found.kind === 'moved') throw new Moved(found.path, found.surrogateKeys);
  return { response: found.kind === 'prepared' ? prepareText(found) : prepareResponse(found), content: found.content };
}

function sendMoved(
  ctx: Context,
  { path, surrogateKeys }: Moved,
  { site, cacheControl, surrogateHeaders }: { site: string } & ReturnType<RestSettings['caching']>,
): void {
  ctx.set({
    'Cache-Control': isPrivate(ctx) ? privateCacheControl : cacheControl,
    Location: `${site}${path}${ctx.search}`,
  });
  if (!isPrivate(ctx)) setSurrogateHeaders(ctx.res, { keys: surrogateKeys.join(' '), headers: surrogateHeaders });
  ctx.body = '';
  ctx.status = 301;
  markResponded(ctx);
}

// Behind a proxy, a site may be served below a path that Strapi does not know.
function pathOf(siteUrl: string): string {
  return URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/+$/, '') : '';
}
