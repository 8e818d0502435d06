import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of this machine that nothing listens on now. */
export async function findFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new Error('no free port was found');
  return port;
}

/** Whether a server could listen on this port of the loopback address. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(null);
      else failed(error);
    });
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address: AddressInfo | string | null = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
