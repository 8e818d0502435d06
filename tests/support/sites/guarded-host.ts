import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import Koa from 'koa';
import type { RestSettings } from '../../../server/src/settings/rest-settings';
import type { LogFields, Logger } from '../../../server/src/lib/logger';
import { markResponded } from '../../../server/src/http/rest-responses';
import type { SiteOrigins } from '../../../server/src/http/rest-cors';
import { createRestGuard } from '../../../server/src/http/rest-guard';

interface Host {
  settings?: Partial<RestSettings>;
  /** The middlewares inside the guard. */
  stack?: Koa.Middleware;
  /** Default: none. */
  siteOrigins?: SiteOrigins;
  /** Whether the site has routes below our address that are not ours. Default: false. */
  isRouted?: boolean;
}

/** The response that a caller receives. */
export interface HostResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

const servers: Server[] = [];
/** Stops all hosts that were started since the last call. */
export function closeHosts(): void {
  for (const server of servers.splice(0)) server.close();
}

export const logged: { event: string; fields: LogFields | undefined }[] = [];
const silent = () => undefined;
const logger: Logger = {
  debug: silent,
  info: silent,
  warn: silent,
  error: (event, fields) => logged.push({ event, fields }),
};

/** A host whose own cross-origin policy allows every origin, like Strapi's. */
export async function startHost({
  settings = {},
  stack = silent,
  siteOrigins = async () => ({ origins: [], areOfRequest: false }),
  isRouted = false,
}: Host): Promise<(path: string, options?: Ask) => Promise<HostResponse>> {
  const restSettings: RestSettings = {
    siteUrl: () => 'https://shop.example',
    productPageAddress: () => 'https://shop.example/{slug}',
    corsOrigins: () => [],
    corsCredentials: () => false,
    nonceHeader: () => 'X-Strapi-Nonce',
    caching: () => ({ cacheControl: 'public', surrogateHeaders: ['Surrogate-Key'] }),
    ...settings,
  };
  logged.length = 0;
  const app = new Koa();
  app.silent = true;
  const routes = [
    { method: 'GET', path: '/products' },
    { method: 'GET', path: '/products/:slug' },
    { method: 'POST', path: '/graphql' },
  ] as const;
  app.use(
    createRestGuard({
      basePath: '/api/commerce-bridge/v1',
      routes,
      isRouted: () => isRouted,
      services: () => ({ restSettings, logger }),
      createId: () => 'made-up',
      siteOrigins,
    }),
  );
  app.use(async (ctx, next) => {
    ctx.set({
      'Access-Control-Allow-Origin': ctx.get('Origin') || '*',
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin, Accept-Encoding',
    });
    await next();
  });
  app.use(stack);

  const handle = app.callback();
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return (path, options) => ask(address.port, path, options);
}

/** How requests are sent to the host. */
interface Ask {
  method?: string;
  headers?: Record<string, string>;
}

// Plain HTTP, so that every header arrives unchanged.
async function ask(port: number, path: string, { method = 'GET', headers = {} }: Ask = {}): Promise<HostResponse> {
  const asking = request({ host: '127.0.0.1', port, path, method, headers: { connection: 'close', ...headers } });
  asking.end();
  const [response] = await once(asking, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

export const base = '/api/commerce-bridge/v1';
export const found: Koa.Middleware = (ctx) => {
  ctx.body = { fine: true };
  markResponded(ctx);
};
export const corsHeaders = (response: HostResponse) =>
  Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
