import { createServer, request } from 'node:http';

/** A proxy that serves a site below a path, like a load balancer with several sites at one address. */
export interface SubPathProxy {
  /** The address without the path. */
  url: string;
  stop(): Promise<void>;
}

/** Forwards requests below `path` to the site, without that prefix; all others get a 404. */
export async function startProxy(site: string, path: string): Promise<SubPathProxy> {
  const server = createServer((incoming, outgoing) => {
    const asked = incoming.url ?? '/';
    if (!asked.startsWith(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
    const passed = request(
      new URL(asked.slice(path.length) || '/', site),
      { method: incoming.method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
