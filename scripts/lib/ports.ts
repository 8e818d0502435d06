import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Systems give their own choice from 32,768 up, to every connection too: one might have the port before its server does.
const lowest = 12_000;
const highest = 32_767;

/** A port on this machine that nothing is listening on now, and that the system gives nobody who doesn't ask for it. */
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
