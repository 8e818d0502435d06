import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../../../scripts/lib/ports';

/** Forwards connections to another server, until that server seems to vanish. */
export interface VanishingServer {
  port: number;
  /** Connections that are open now get no more responses, and are not closed; new ones are forwarded. */
  vanish(): void;
  close(): Promise<void>;
}

/** Simulates a machine that fails over without closing its connections. */
export async function startVanishingServer(port: number): Promise<VanishingServer> {
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const own = await findFreePort();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: own,
    vanish: () => open.forEach((socket) => socket.unpipe().resume()),
    async close() {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
