import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ManualClock } from '../clock';
import { plainError } from '../http/errors';
import { readParameters } from '../http/list-query';
import { SCOPE_SPELLINGS } from '../hooks/registry';
import type { Simulator } from '../simulator';

const share = z.number().min(0).max(1);
const disturbancesSchema = z.strictObject({
  duplicate: share.default(0),
  lose: share.default(0),
  reorder: z.number().int().min(0).default(0),
  delay: z.strictObject({ from: z.number().min(0), to: z.number().min(0) }).default({ from: 0, to: 0 }),
});
const eventData = z.record(z.string(), z.unknown());
const eventSchema = z.strictObject({ scope: z.string().min(1), data: z.union([eventData, z.array(eventData)]) });
const foreignHookSchema = z.strictObject({
  client_id: z.string().default('another-api-account'),
  scope: z.string(),
  destination: z.string(),
  headers: z.record(z.string(), z.string()).nullable().default(null),
});
const registrationSchema = z
  .strictObject({
    spelling: z.enum(SCOPE_SPELLINGS),
    /** Scopes that the store rejects, without a trailing slash; replaces the previous list. */
    refused: z.array(z.string()),
  })
  .partial();
const advanceSchema = z.strictObject({ milliseconds: z.number().min(0) });

/** Hooks, deliveries, disturbances and the clock over HTTP. */
export function hookControl(app: FastifyInstance, simulator: Simulator): void {
  const { webhooks } = simulator;

  app.get('/hooks', () => ({
    hooks: webhooks.registry.all().map((hook) => ({ ...hook, status: webhooks.registry.status(hook) })),
  }));
  app.post('/hooks', (request, reply) => {
    const { client_id: clientId, ...hook } = foreignHookSchema.parse(request.body);
    return reply.code(201).send(webhooks.registry.create(hook, clientId));
  });
  app.patch('/hooks/registration', (request, reply) => {
    const { spelling, refused } = registrationSchema.parse(request.body);
    if (spelling) webhooks.registry.spelling = spelling;
    if (refused) webhooks.registry.refuse(refused);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>('/hooks/:id/deactivate', (request, reply) => {
    webhooks.registry.deactivate(Number(request.params.id));
    return reply.code(204).send();
  });

  app.get('/deliveries', (request) => {
    const since = Number(readParameters(request.query).get('since') ?? 0);
    return { deliveries: webhooks.attempts.filter((attempt) => attempt.number > since) };
  });
  app.post('/deliveries/disturb', (request, reply) => {
    webhooks.disturb(disturbancesSchema.parse(request.body ?? {}));
    return reply.code(204).send();
  });
  app.post('/deliveries/pause', (_request, reply) => {
    webhooks.pause();
    return reply.code(204).send();
  });
  app.post('/deliveries/resume', (_request, reply) => {
    webhooks.resume();
    return reply.code(204).send();
  });
  app.post('/deliveries/idle', async (_request, reply) => {
    await webhooks.idle();
    return reply.code(204).send();
  });
  app.post('/events', (request, reply) =>
    reply.code(201).send({ hash: webhooks.emit(eventSchema.parse(request.body)) }),
  );

  app.post('/clock/advance', (request, reply) => {
    const { milliseconds } = advanceSchema.parse(request.body);
    if (!(simulator.clock instanceof ManualClock))
      return reply.code(409).send(plainError(409, "This simulator runs by the machine's clock.").body);
    simulator.clock.advance(milliseconds);
    return reply.code(204).send();
  });
}
