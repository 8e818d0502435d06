import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Sits in front of a simulated store and replays a GET that it has seen before from memory, so that producing the
 * response takes no CPU time from the site being measured.
 *
 *   npx tsx benchmarks/replaying-store.ts ADDRESS-OF-THE-STORE [MILLISECONDS-BEFORE-EACH-RESPONSE] [PORT]
 */
const store = new URL(String(process.argv[2]));
const delay = Number(process.argv[3] ?? 0);
const port = Number(process.argv[4] ?? 0);

interface Recorded {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const recorded = new Map<string, Recorded>();

const server = createServer((asked, response) => {
  if (delay === 0) respond(asked, response);
  else setTimeout(() => respond(asked, response), delay);
});

function respond(asked: IncomingMessage, response: ServerResponse): void {
  const known = asked.method === 'GET' ? recorded.get(String(asked.url)) : undefined;
  if (known) return reply(response, known);
  const passedOn = request(
    { host: store.hostname, port: store.port, method: asked.method, path: asked.url, headers: asked.headers },
    (incoming) => {
      void readResponse(incoming).then((read) => {
        if (asked.method === 'GET' && read.status === 200) recorded.set(String(asked.url), read);
        reply(response, read);
      });
    },
  );
  passedOn.on('error', (error) => response.destroy(error));
  asked.pipe(passedOn);
}

async function readResponse(response: IncomingMessage): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) };
}

function reply(response: ServerResponse, { status, headers, body }: Recorded): void {
  const kept = Object.entries(headers).filter(([name]) => name !== 'transfer-encoding');
  response.writeHead(status, { ...Object.fromEntries(kept), 'content-length': body.length }).end(body);
}

server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the replaying store has no port');
  console.log(`http://127.0.0.1:${address.port}`);
});
