import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../account';
import type { ApiContext } from '../http/context';
import { ApiError, plainError } from '../http/errors';
import { flagFilter, textFilter, type Filters } from '../http/filters';
import { readListQuery } from '../http/list-query';
import { listReply } from '../http/taxonomy-routes';
import type { Hook, HookRequest } from './registry';
import type { Webhooks } from './webhooks';

interface HookPath {
  Params: { id: string };
}

const FILTERS: Filters<Hook> = {
  is_active: flagFilter((hook) => hook.is_active),
  scope: textFilter((hook) => hook.scope),
  destination: textFilter((hook) => hook.destination),
};

const requestSchema = z.object({
  scope: z.string().min(1).optional(),
  destination: z.string().min(1).optional(),
  is_active: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).nullable().optional(),
});

const adminSchema = z.object({ emails: z.array(z.email()) });

/** `/v3/hooks` and `/v3/hooks/admin`; they require no scope (upstream 4.1). */
export function hookRoutes(
  app: FastifyInstance,
  parts: { context: ApiContext; webhooks: Webhooks; account: Account },
): void {
  const { context, webhooks, account } = parts;
  const { registry } = webhooks;
  const { clientId } = account;

  app.get('/hooks', (request) => {
    const query = readListQuery(request.query, { filters: FILTERS }, context);
    return listReply(registry.of(clientId), query, (hook) => hook);
  });

  app.post('/hooks', (request) => ({ data: registry.create(readBody(request.body), clientId), meta: {} }));
  app.get<HookPath>('/hooks/:id', (request) => ({ data: registry.get(Number(request.params.id), clientId), meta: {} }));
  app.put<HookPath>('/hooks/:id', (request) => ({
    data: registry.update(Number(request.params.id), readBody(request.body), clientId),
    meta: {},
  }));
  app.delete<HookPath>('/hooks/:id', (request) => ({
    data: registry.delete(Number(request.params.id), clientId),
    meta: {},
  }));

  app.get('/hooks/admin', (request) => {
    const query = readListQuery(
      request.query,
      { filters: { is_active: flagFilter<Hook>((hook) => hook.is_active) } },
      context,
    );
    const { data, meta } = listReply(registry.of(clientId), query, (hook) => ({
      ...hook,
      status: registry.status(hook),
    }));
    return { data: { emails: webhooks.emails, hooks_list: data, blocked_domains: webhooks.domains.blocked() }, meta };
  });

  app.put('/hooks/admin', (request, reply) => {
    const parsed = adminSchema.safeParse(request.body);
    if (!parsed.success)
      throw new ApiError({
        ...plainError(422, 'JSON data is missing or invalid').body,
        errors: { emails: 'error.expected.jsarray' },
      });
    webhooks.emails = parsed.data.emails;
    return reply.code(204).send();
  });
}

function readBody(body: unknown): HookRequest {
  const parsed = requestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  throw new ApiError({ ...plainError(422, 'JSON data is missing or invalid').body, errors });
}
