import { z } from 'zod';
import { createGotTransport, type GotTransportOptions } from '../../../server/src/upstream/http/got-upstream-client';
import { createPacer } from '../../../server/src/upstream/pacing/pacing';
import type { RetryPolicy } from '../../../server/src/upstream/http/retry-delay';
import type { RequestReport } from '../../../server/src/upstream/upstream-catalog';
import type { UpstreamRequest } from '../../../server/src/upstream/http/upstream-http';
import { createUpstreamHttp } from '../../../server/src/upstream/http/upstream-http-client';
import type { UpstreamTransport } from '../../../server/src/upstream/http/upstream-transport';
import { HastyClock } from '../time/clocks';
import { createQuietLogger } from '../quiet-logger';
import { startScriptedServer, type ScriptedServer } from './scripted-server';

/** A token with characters that are escaped in URLs and in JSON. */
export const exampleToken = 'tok-9Zq+/secret=1';

/** The response to the example request. */
export const goodResponse = { data: { fine: true } };
const schema = z.object({ data: z.object({ fine: z.boolean() }) });

export interface ClientOptions extends GotTransportOptions {
  retry?: Partial<RetryPolicy>;
  accessToken?: string;
  apiUrl?: string;
}

/** A scripted server and its clients; `close` stops all of them. */
export async function startClientBench() {
  const server: ScriptedServer = await startScriptedServer();
  const transports: UpstreamTransport[] = [];

  const aClient = ({
    retry = {},
    accessToken = exampleToken,
    apiUrl = server.url,
    ...transportOptions
  }: ClientOptions = {}) => {
    const clock = new HastyClock();
    const logger = createQuietLogger();
    const reports: RequestReport[] = [];
    const pacer = createPacer({ clock });
    const transport = createGotTransport(transportOptions);
    transports.push(transport);
    const http = createUpstreamHttp({
      transport,
      connection: { apiUrl, storeHash: 'abc123', accessToken },
      pacer,
      clock,
      random: () => 0,
      logger,
      retry,
      onReport: (report) => reports.push(report),
    });
    const read = (request: Partial<UpstreamRequest<z.infer<typeof schema>>> = {}) =>
      http.request({ path: '/v3/things', schema, ...request });
    return { clock, logger, reports, pacer, http, read };
  };

  const close = async () => {
    transports.forEach((transport) => transport.close());
    await server.close();
  };
  return { server, aClient, close };
}

export type ClientBench = Awaited<ReturnType<typeof startClientBench>>;

/** The error with which the promise rejects; fails if it does not reject. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const settledAs = await promise.then(
    () => ({ rejected: false, reason: undefined }),
    (reason: unknown) => ({ rejected: true, reason }),
  );
  if (!settledAs.rejected) throw new Error('it did not reject');
  return settledAs.reason;
}
