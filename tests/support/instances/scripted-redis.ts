import { createServer, type Socket } from 'node:net';

/** What a scripted Redis does with a subscription: accept it, refuse it (NOPERM), or close the connection. */
export type SubscriptionReply = 'accept' | 'refuse' | 'close';

export interface ScriptedRedis {
  port: number;
  /** Replies to subscriptions in order; the last one repeats. */
  script(...replies: SubscriptionReply[]): void;
  /** How many subscriptions were accepted. */
  accepted(): number;
  /** Closes all connections; clients can reconnect. */
  disconnectAll(): void;
  close(): Promise<void>;
}

/** Accepts all commands and stores nothing; `INFO` says that it is ready. */
export async function startScriptedRedis(): Promise<ScriptedRedis> {
  const sockets = new Set<Socket>();
  let replies: SubscriptionReply[] = ['accept'];
  let accepted = 0;

  function subscribe(socket: Socket, channels: readonly string[]): void {
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'accept';
    if (reply === 'close') socket.destroy();
    else if (reply === 'refuse') socket.write('-NOPERM this user has no permissions to access one of the channels\r\n');
    else {
      channels.forEach((channel, index) =>
        socket.write(`*3\r\n$9\r\nsubscribe\r\n$${channel.length}\r\n${channel}\r\n:${index + 1}\r\n`),
      );
      accepted += 1;
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (data) => {
      for (const [name = '', ...values] of commandsIn(data.toString())) {
        if (name.toLowerCase() === 'subscribe') subscribe(socket, values);
        else socket.write(name.toLowerCase() === 'info' ? '$0\r\n\r\n' : '+OK\r\n');
      }
    });
  });

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  return {
    port: address.port,
    script: (...next) => void (replies = next),
    accepted: () => accepted,
    disconnectAll: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** Commands are arrays of texts; a client's commands are so short that each arrives in one piece. */
function commandsIn(data: string): string[][] {
  return data
    .split(/(?=\*\d+\r\n)/)
    .map((command) => command.split('\r\n').filter((line) => line !== '' && !/^[*$]\d+$/.test(line)));
}
