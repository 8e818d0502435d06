import { Agent, request } from 'node:http';

/** One request of a load. */
export interface LoadRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  body?: Buffer;
  /** An address of this machine, such as 127.0.0.2, which the site sees as the caller's. */
  localAddress?: string;
}

export interface LoadResult {
  sent: number;
  /** Responses with 200. */
  served: number;
  /** Other responses and failures, by kind. */
  others: Record<string, number>;
  seconds: number;
  /** In milliseconds, ascending. */
  latencies: number[];
}

/** Sends a request; resolves to the response's status, or to the reason why there is none. */
type Send = (request: LoadRequest) => Promise<string>;

/**
 * Sends requests at a fixed rate, whether or not earlier ones have completed. Latency is measured from when a request
 * was due, so it includes waiting for a slow request before it.
 */
export async function offer(load: {
  perSecond: number;
  seconds: number;
  next: () => LoadRequest | null;
  /** Default: by `node:http`, over at most 256 connections. */
  send?: Send;
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const { send = (next) => sendOne(agent, next) } = load;
  const result: LoadResult = { sent: 0, served: 0, others: {}, seconds: load.seconds, latencies: [] };
  const total = Math.round(load.perSecond * load.seconds);
  const started = performance.now();
  const underWay: Promise<void>[] = [];
  while (result.sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * load.perSecond) + 1);
    for (; result.sent < due; result.sent += 1) {
      const dueAt = started + (result.sent / load.perSecond) * 1000;
      const next = load.next();
      if (next === null) continue;
      underWay.push(send(next).then((outcome) => record(result, { outcome, milliseconds: performance.now() - dueAt })));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  await Promise.all(underWay);
  agent.destroy();
  return sorted(result);
}

/** Combines several parts of one load. */
export function pooled(parts: readonly LoadResult[]): LoadResult {
  const others: Record<string, number> = {};
  for (const part of parts)
    for (const [other, count] of Object.entries(part.others)) others[other] = (others[other] ?? 0) + count;
  const sum = (of: (part: LoadResult) => number) => parts.reduce((total, part) => total + of(part), 0);
  const latencies = parts.flatMap((part) => part.latencies).sort((a, b) => a - b);
  return {
    sent: sum(({ sent }) => sent),
    served: sum(({ served }) => served),
    seconds: sum(({ seconds }) => seconds),
    others,
    latencies,
  };
}

/**
 * Sends as fast as responses arrive, over this many connections, to measure capacity. Ends early if there is no next
 * request.
 */
export async function saturate(load: {
  connections: number;
  seconds: number;
  next: () => LoadRequest | null;
  /** Default: by `node:http`. */
  send?: Send;
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const { send = (next) => sendOne(agent, next) } = load;
  const result: LoadResult = { sent: 0, served: 0, others: {}, seconds: load.seconds, latencies: [] };
  const end = performance.now() + load.seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      const next = load.next();
      if (next === null) return;
      const started = performance.now();
      result.sent += 1;
      record(result, { outcome: await send(next), milliseconds: performance.now() - started });
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  agent.destroy();
  return sorted(result);
}

/** A percentile of numbers in ascending order. */
export function percentile(ascending: readonly number[], percent: number): number {
  return ascending[Math.min(ascending.length - 1, Math.ceil((percent / 100) * ascending.length) - 1)] ?? 0;
}

function sendOne(agent: Agent, load: LoadRequest): Promise<string> {
  const { url, method = 'GET', headers = {}, body, localAddress } = load;
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      {
        method,
        headers: { ...headers, ...(body && { 'content-length': body.length }) },
        agent,
        timeout: 30_000,
        ...(localAddress && { localAddress }),
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', (error) => {
      // A site whose event loop was blocked for seconds closes a connection as idle, which is no failure of the
      // request.
      if ('code' in error && error.code === 'ECONNRESET' && outgoing.reusedSocket) resolve(sendOne(agent, load));
      else resolve(error.message);
    });
    outgoing.end(body);
  });
}

function record(result: LoadResult, { outcome, milliseconds }: { outcome: string; milliseconds: number }): void {
  if (outcome === '200') result.served += 1;
  else result.others[outcome] = (result.others[outcome] ?? 0) + 1;
  result.latencies.push(milliseconds);
}

function sorted(result: LoadResult): LoadResult {
  return { ...result, latencies: result.latencies.sort((a, b) => a - b) };
}
