import type { Server, ServerResponse } from 'node:http';
import type { EventLoop } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { Logger } from '../lib/logger';

/** Ends a site's HTTP service without failing a request that was accepted (behavior 12.6). */
export interface RequestDrain {
  /**
   * Call this when the site is about to stop while load balancers still send requests: they are served, and each
   * response closes its connection, so that the next request goes elsewhere.
   */
  announce(): void;
  /**
   * Stops accepting connections, after a while if the stop was announced, and resolves when every request is served.
   * After 20 seconds it stops waiting.
   */
  finish(): Promise<void>;
}

// Closing a keep-alive connection while the next request is on its way fails that request. So connections are only
// closed when no request has arrived for this long.
const quiet = seconds(1);
// A client that still sends requests after this does not check whether the instance is ready.
const longestFarewell = seconds(5);
// The slowest request to upstream takes this long.
const longestRequest = seconds(20);
// A connection that was just opened is about to send its request.
const openingTime = milliseconds(250);
const look = milliseconds(20);

/** @param options.server the host's; its requests are tracked from now on */
export function createRequestDrain({
  server,
  loop,
  logger,
}: {
  server: Server;
  loop: Pick<EventLoop, 'now' | 'rest'>;
  logger: Logger;
}): RequestDrain {
  const underWay = new Set<ServerResponse>();
  let lastRequestAt = -Infinity;
  let announcedAt: number | null = null;
  let isEnding = false;

  // Before the host's own listener: it may respond at once.
  server.prependListener('request', (_, response: ServerResponse) => {
    lastRequestAt = loop.now();
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isEnding) endConnectionAfter(response);
  });

  function endConnections(): void {
    isEnding = true;
    for (const response of underWay) endConnectionAfter(response);
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await loop.rest(look);
  }

  return {
    announce() {
      announcedAt ??= loop.now();
      endConnections();
    },

    async finish() {
      endConnections();
      const farewell = announcedAt;
      if (farewell !== null)
        await until(
          () => loop.now() - farewell > longestFarewell || loop.now() - Math.max(farewell, lastRequestAt) > quiet,
        );
      const closedAt = loop.now();
      if (server.listening) server.close();
      await until(async () => {
        const passed = loop.now() - closedAt;
        if (passed > longestRequest) return true;
        return underWay.size === 0 && (passed > openingTime || (await openConnections(server)) === 0);
      });
      if (underWay.size > 0) logger.warn('requests were cut off: the site stops', { requests: underWay.size });
    },
  };
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
