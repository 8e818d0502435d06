import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createGotTransport } from '../server/src/upstream/http/got-upstream-client';
import { createHttpTransport } from '../server/src/upstream/http/node-http-transport';
import type { UpstreamTransport } from '../server/src/upstream/http/upstream-transport';
import { percentile } from './lib/load';
import { table, writeSection } from './lib/report';

/**
 * Why there is a second transport (docs/decisions/0001-got.md): the same requests with either, to a server in its
 * own process. Fifteen per second is what one store allows ten callers, with cold code; full speed shows the CPU time
 * of a request when nothing else interferes.
 */
const transports = {
  got: () => createGotTransport(),
  "Node's own client": () =>
    createHttpTransport({
      timeouts: { connect: 5_000, response: 20_000, request: 30_000 },
      maximumBytes: 16 * 1024 * 1024,
    }),
};
const rounds = 3;
const pacedRequests = 200;
const perSecond = 15;
const fastRequests = 5_000;
const concurrency = 10;

const query = JSON.stringify({ query: '{ site { products(first: 20) { edges { node { entityId name } } } } }' });
const response = JSON.stringify({
  data: { edges: Array.from({ length: 20 }, (_, place) => ({ node: { entityId: place, name: `Product ${place}` } })) },
});

/** In milliseconds, over all rounds. */
interface Figures {
  paced: number[];
  pacedProcessor: number[];
  fastProcessor: number[];
  fastPerSecond: number[];
}

if (process.argv[2] === 'serve') serve();
else void main();

function serve(): void {
  const server = createServer((request, reply) => {
    request.resume().once('end', () => reply.setHeader('content-type', 'application/json').end(response));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(address?.port);
  });
}

async function main(): Promise<void> {
  const server = spawn(process.execPath, ['--import', 'tsx', __filename, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((done) => server.stdout.once('data', (text) => done(String(text).trim())));
  try {
    const figures = new Map<string, Figures>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, create] of Object.entries(transports)) {
        const found = figures.get(name) ?? { paced: [], pacedProcessor: [], fastProcessor: [], fastPerSecond: [] };
        figures.set(name, found);
        await measure(create(), { url: `http://127.0.0.1:${port}/graphql`, figures: found });
      }
    }
    report(figures);
  } finally {
    server.kill();
  }
}

async function measure(
  transport: UpstreamTransport,
  { url, figures }: { url: string; figures: Figures },
): Promise<void> {
  const send = async () => {
    const from = performance.now();
    const headers = { 'content-type': 'application/json' };
    const outcome = await transport.send({ method: 'POST', url, headers, body: query, connection: 'reused' });
    if (outcome.kind !== 'response') throw new Error(`a request ended with ${outcome.kind}`);
    return performance.now() - from;
  };
  const inTurn = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await send();
  };
  const fast = (count: number) =>
    Promise.all(Array.from({ length: concurrency }, () => inTurn(Math.ceil(count / concurrency))));

  await fast(fastRequests / 5);
  const fastBefore = { processor: process.cpuUsage(), at: performance.now() };
  await fast(fastRequests);
  figures.fastProcessor.push(processorTime(fastBefore.processor) / fastRequests);
  figures.fastPerSecond.push(fastRequests / ((performance.now() - fastBefore.at) / 1000));

  const pacedBefore = process.cpuUsage();
  for (let sent = 0; sent < pacedRequests; sent += 1) {
    const took = await send();
    figures.paced.push(took);
    await pause(Math.max(0, 1000 / perSecond - took));
  }
  figures.pacedProcessor.push(processorTime(pacedBefore) / pacedRequests);
  transport.close();
}

function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function report(figures: ReadonlyMap<string, Figures>): void {
  const median = (values: readonly number[]) =>
    percentile(
      [...values].sort((a, b) => a - b),
      50,
    );
  const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
  const rows = [...figures].map(([name, { paced, pacedProcessor, fastProcessor, fastPerSecond }]) => [
    name,
    milliseconds(median(paced)),
    milliseconds(median(pacedProcessor)),
    milliseconds(median(fastProcessor)),
    Math.round(median(fastPerSecond)).toLocaleString('en'),
  ]);
  const head = [
    '',
    `${perSecond} per second, p50`,
    'CPU time per request',
    'ten at once, CPU time per request',
    'per second',
  ];
  const body = [
    table([head, ...rows]),
    '',
    'Why there are two: [docs/decisions/0001-got.md](docs/decisions/0001-got.md).',
  ].join('\n');
  writeSection({ id: 'transports', title: 'got and Node’s own client', body });
}
