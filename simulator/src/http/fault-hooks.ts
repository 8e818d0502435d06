import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Effect, FaultPlan } from '../faults';
import { plainError, tooManyRequests } from './errors';

const pending = new WeakMap<FastifyRequest, Effect>();
const bare = new WeakSet<FastifyRequest>();

/** A 429 of the overloaded platform has no rate-limit headers (upstream 1.1). */
export function omitsQuotaHeaders(request: FastifyRequest): boolean {
  return bare.has(request);
}

/** Applies faults to requests. */
export function installFaults(app: FastifyInstance, faults: FaultPlan): void {
  const apply = async (request: FastifyRequest, reply: FastifyReply, body?: string): Promise<void> => {
    const path = pathBelowStore(request.url);
    if (path.startsWith('/__simulator')) return;
    for (const effect of faults.next({ method: request.method, path, body })) {
      if (reply.sent) return;
      await begin(effect, { request, reply, cleared: faults.cleared });
    }
  };
  app.addHook('onRequest', (request, reply) => apply(request, reply));
  app.addHook('preHandler', (request, reply) => apply(request, reply, JSON.stringify(request.body ?? null)));
  app.addHook('onSend', async (request, reply, payload) => {
    const effect = pending.get(request);
    return effect && typeof payload === 'string' ? finish(effect, { request, reply, payload }) : payload;
  });
}

/** The path without `/stores/{hash}` and query. */
export function pathBelowStore(url: string): string {
  return (url.split('?')[0] ?? '').replace(/^\/stores\/[^/]+/, '');
}

interface FaultyExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when faults are cleared. */
  cleared: AbortSignal;
}

async function begin(effect: Effect, { request, reply, cleared }: FaultyExchange): Promise<void> {
  switch (effect.kind) {
    case 'delay':
      // A simulator that is closed in the meantime must not keep its process alive until the delay ends.
      await wait(effect.milliseconds, undefined, { ref: false, signal: cleared }).catch(() => undefined);
      return;
    case 'status':
      if (effect.when === 'after') pending.set(request, effect);
      else await sendStatus(effect, reply);
      return;
    case 'reset':
      if (effect.when === 'after') pending.set(request, effect);
      else reset(request, reply);
      return;
    case 'truncate':
      pending.set(request, effect);
      return;
    case 'rate-limit':
      reply.header('x-rate-limit-requests-left', '0');
      if (effect.resetMilliseconds !== undefined)
        reply.header('x-rate-limit-time-reset-ms', String(effect.resetMilliseconds));
      throw tooManyRequests();
    case 'overload':
      bare.add(request);
      throw tooManyRequests();
  }
}

function finish(effect: Effect, sent: { request: FastifyRequest; reply: FastifyReply; payload: string }): unknown {
  const { request, reply, payload } = sent;
  if (effect.kind === 'status') {
    reply.code(effect.status).headers(effect.headers ?? {});
    return faultBody(effect);
  }
  if (effect.kind === 'reset') {
    reset(request, reply);
    return payload;
  }
  if (effect.kind !== 'truncate') return payload;
  const half = Buffer.from(payload).subarray(0, Math.max(1, Math.floor(payload.length / 2)));
  if (effect.framing === 'intact') return half;
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(breakOff(half));
}

async function* breakOff(start: Buffer): AsyncGenerator<Buffer> {
  yield start;
  await wait(1);
  throw new Error('The simulator broke this reply off, as ordered.');
}

async function sendStatus(effect: Extract<Effect, { kind: 'status' }>, reply: FastifyReply): Promise<void> {
  await reply
    .code(effect.status)
    .headers({ 'content-type': 'application/json', ...effect.headers })
    .send(faultBody(effect));
}

function faultBody(effect: Extract<Effect, { kind: 'status' }>): string {
  if (typeof effect.body === 'string') return effect.body;
  return JSON.stringify(effect.body ?? plainError(effect.status, 'A fault that was ordered from the simulator').body);
}

function reset(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
}
