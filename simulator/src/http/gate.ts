import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayUse, type Account } from '../account';
import { quotaHeaders, type Quota } from '../quota';
import { missingScope, tooManyRequests, unauthorized } from './errors';
import { omitsQuotaHeaders } from './fault-hooks';
import { whenDone } from './server-hooks';

/** What runs before every route of the management API. */
export interface Gate {
  readonly account: Account;
  readonly quota: Quota;
  /** Milliseconds added to every response. */
  readonly latency: () => number;
}

/**
 * Token, quota, concurrency, and scope, in this order, for all routes of `app`; rate-limit headers on every response
 * (upstream 1.1).
 */
export function guard(app: FastifyInstance, gate: Gate): void {
  const running = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    checkToken(request, gate.account);
    if (!gate.quota.take()) throw tooManyRequests();
    occupy(request, reply, running);
    const { scope } = request.routeOptions.config;
    if (scope !== undefined && !mayUse(gate.account, scope)) throw missingScope();
    await passing(gate.latency);
  });
  app.addHook('onSend', async (request, reply) => {
    if (omitsQuotaHeaders(request)) return;
    for (const [name, value] of Object.entries(quotaHeaders(gate.quota.state())))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
}

/** Waits in short steps, so that waiting requests continue when a test removes the latency. */
async function passing(latency: () => number): Promise<void> {
  for (let waited = 0; waited < latency(); ) {
    const part = Math.min(latency() - waited, 500);
    await wait(part);
    waited += part;
  }
}

function checkToken(request: FastifyRequest, account: Account): void {
  const token = request.headers['x-auth-token'];
  if (token === undefined) throw unauthorized('X-Auth-Token header is required');
  const hash = request.url.split(/[/?]/)[2];
  if (token !== account.accessToken || hash !== account.storeHash) throw unauthorized('Unauthorized');
}

/** Rejects more concurrent requests to a route than it allows (upstream 1.1). */
function occupy(request: FastifyRequest, reply: FastifyReply, running: Map<string, number>): void {
  const { url = '', config } = request.routeOptions;
  if (config.concurrency === undefined) return;
  const others = running.get(url) ?? 0;
  if (others >= config.concurrency) throw tooManyRequests();
  running.set(url, others + 1);
  whenDone(reply, () => {
    running.set(url, (running.get(url) ?? 1) - 1);
  });
}
