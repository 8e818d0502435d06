import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { plainError } from '../http/errors';
import { readParameters } from '../http/list-query';
import { faultSchema } from '../faults';
import type { Simulator } from '../simulator';
import { catalogControl } from './catalog-routes';
import { hookControl } from './hook-routes';
import { marketControl } from './market-routes';
import { settingsSchema, storeChangesSchema } from './schemas';

/** `/__simulator/…`: everything a test can do in the same process, for controlling a child process over HTTP. */
export function controlRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    const message =
      error instanceof z.ZodError ? z.prettifyError(error) : String(error instanceof Error ? error.message : error);
    return reply.code(status).send(plainError(status, message).body);
  });

  app.get('/', () => ({
    url: simulator.url,
    store_hash: simulator.account.storeHash,
    time: new Date(simulator.clock.now()).toISOString(),
    products: simulator.store.products.count,
    categories: simulator.store.state.categories.size,
    brands: simulator.store.state.brands.size,
    revision: simulator.store.state.revision,
    latency: simulator.latency,
    scopes: [...simulator.account.scopes],
    quota: { ...simulator.quota.state(), limit: simulator.quota.limit, rejected: simulator.quota.rejected },
    requests: {
      total: simulator.requests.total,
      in_flight: simulator.requests.inFlight,
      maximum_in_flight: simulator.requests.maximumInFlight,
    },
    defects: simulator.defects.map((defect) => defect.message),
  }));

  app.get('/requests', (request) => {
    const wanted = readParameters(request.query);
    const path = wanted.get('path');
    const since = Number(wanted.get('since') ?? 0);
    const limit = Number(wanted.get('limit') ?? 1000);
    const matching = simulator.requests.all(
      (entry) => entry.number > since && (path === undefined || entry.path.includes(path)),
    );
    return {
      requests: matching.slice(-limit),
      total: simulator.requests.total,
      in_flight: simulator.requests.inFlight,
      maximum_in_flight: simulator.requests.maximumInFlight,
    };
  });
  app.delete('/requests', (_request, reply) => {
    simulator.requests.clear();
    return reply.code(204).send();
  });

  app.get('/faults', () => ({ faults: simulator.faults.list() }));
  app.post('/faults', (request, reply) => reply.code(201).send(simulator.faults.add(faultSchema.parse(request.body))));
  app.delete('/faults', (_request, reply) => {
    simulator.faults.clear();
    return reply.code(204).send();
  });

  app.get('/mails', () => ({ mails: simulator.storefront.customers.mails }));
  app.get('/orders', () => ({ orders: simulator.storefront.checkouts.orders }));

  app.post('/quota/reset', (_request, reply) => {
    simulator.quota.reset();
    return reply.code(204).send();
  });
  app.post('/quota/spend', (request, reply) => {
    simulator.quota.spend(z.strictObject({ requests: z.number().int().min(1) }).parse(request.body).requests);
    return reply.code(204).send();
  });

  app.patch('/settings', (request, reply) => {
    const settings = settingsSchema.parse(request.body);
    if (settings.latency !== undefined) simulator.latency = settings.latency;
    if (settings.quota !== undefined) simulator.quota.limit = settings.quota;
    if (settings.scopes !== undefined) {
      simulator.account.scopes.clear();
      for (const scope of settings.scopes) simulator.account.scopes.add(scope);
    }
    return reply.code(204).send();
  });

  app.patch('/store', (request) => {
    simulator.store.updateInformation(storeChangesSchema.parse(request.body));
    return simulator.store.information;
  });

  catalogControl(app, simulator.store);
  hookControl(app, simulator);
  marketControl(app, simulator);
}

function statusOf(error: unknown): number {
  if (error instanceof z.ZodError) return 400;
  if (error instanceof Error && error.name === 'UnknownEntityError') return 404;
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return 500;
}
