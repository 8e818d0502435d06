import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../../../scripts/lib/ports';
import type { TestDatabase } from './test-databases';

/** A proxy for a database server whose connection can be lost during a commit. */
export interface LosingServer {
  database: TestDatabase;
  /** Breaks the next connection that commits, after the commit and before the client receives the response. */
  loseNextCommit(): void;
}

/** Forwards connections to the server of a database. */
export async function startLosingServer(database: TestDatabase): Promise<LosingServer> {
  const { client, connection } = Object(database.connection);
  const open = new Set<Socket>();
  let isArmed = false;
  const server = createServer((incoming) => {
    const outgoing = connect(connection.port, connection.host);
    let isLost = false;
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
    incoming.once('close', () => outgoing.destroy());
    incoming.on('data', (request) => {
      isLost ||= isArmed && /commit;/i.test(request.toString('latin1'));
      if (isLost) isArmed = false;
      outgoing.write(request);
    });
    outgoing.on('data', (response) => void (isLost ? incoming.destroy() : incoming.write(response)));
    outgoing.once('close', () => incoming.destroy());
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    database: {
      connection: { client, connection: { ...connection, host: '127.0.0.1', port } },
      async drop() {
        open.forEach((socket) => socket.destroy());
        server.close();
        await once(server, 'close');
        await database.drop();
      },
    },
    loseNextCommit() {
      isArmed = true;
    },
  };
}
