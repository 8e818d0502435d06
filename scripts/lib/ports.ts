import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Operating systems assign ports from 32,768 up, also to outgoing connections, which could take the port before its
// server does.
const lowest = 12_000;
const highest = 32_767;

/** A port on this machine that nothing listens on now, outside the range from which the system assigns ports. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port was found between ${lowest} and ${highest}`);
}

/** Whether a server could listen on this port of the loopback address. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(false);
      else failed(error);
    });
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => done(true)));
  });
}
