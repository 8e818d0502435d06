import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { execute, getDirectiveValues, GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { ApiContext } from '../http/context';
import { whenDone } from '../http/server-hooks';
import { Documents, errorView, type Runnable } from './documents';
import { StorefrontFailure } from './failures';
import type { ComplexityInFlight } from './in-flight';
import { mutationRoot, queryRoot } from './root';
import type { Session } from './session';
import type { ShopperRequest } from './shopper-market';
import type { Storefront } from './storefront';
import { CredentialsError, type TokenClaims } from './tokens';

const DEFAULT_CHANNEL = 1;
const bodySchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});
type Body = z.output<typeof bodySchema>;

/** `POST /graphql`, also under `/store-{hash}-{channel}`, to address a channel by path (upstream 5.2). */
export function graphqlEndpoint(
  app: FastifyInstance,
  parts: {
    context: ApiContext;
    storefront: Storefront;
    schema: GraphQLSchema;
    defects: Error[];
    latency: () => number;
  },
): void {
  const documents = new Documents(parts.schema);
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const channelId = channelOf(request);
    let claims: TokenClaims;
    try {
      const storeId = parts.context.store.information.store_id;
      claims = parts.storefront.tokens.check({
        authorization: request.headers.authorization,
        headers: request.headers,
        channelId,
        storeId,
      });
    } catch (error) {
      if (!(error instanceof CredentialsError)) throw error;
      return reply.code(401).send({ errors: [{ message: error.message }] });
    }
    // A channel without a site has no host (upstream 20.1).
    if (!parts.context.store.markets.channels.siteOf(channelId)) return reply.code(404).send();
    const body = bodySchema.safeParse(request.body);
    if (!body.success)
      return reply.code(400).send({ errors: [{ message: 'The request body must be JSON with a query.' }] });
    const runnable = documents.read(body.data.query, body.data.variables ?? {}, body.data.operationName ?? undefined);
    if (runnable.kind === 'refused') return reply.code(400).send({ errors: runnable.errors });
    if (!admit(parts.storefront.inFlight, { request, reply, complexity: runnable.cost.complexity }))
      return reply.code(429).send({ errors: [{ message: 'Too many requests' }] });
    if (parts.latency() > 0) await wait(parts.latency());
    describe(reply, runnable, body.data);
    const session = parts.storefront.session({
      channelId,
      scopes: claims.scopes,
      request,
      preferences: preferencesOf(parts.schema, runnable, body.data),
      presentation: parts.context.presentationFor(request),
    });
    const key = replyKey(runnable, { body: body.data, session });
    const kept = key === undefined ? undefined : parts.storefront.replies.get(key);
    if (kept !== undefined) return reply.header('content-type', 'application/json').send(kept);
    const result = await run(runnable, { body: body.data, session, schema: parts.schema, defects: parts.defects });
    if (result.status === 200 && key !== undefined) parts.storefront.replies.keep(key, JSON.stringify(result.body));
    return reply.code(result.status).send(result.body);
  };
  app.post('/graphql', respond);
  app.post('/store-:channel/graphql', respond);
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  });
}

async function run(
  runnable: Runnable,
  parts: { body: Body; session: Session; schema: GraphQLSchema; defects: Error[] },
): Promise<{ status: number; body: unknown }> {
  const { session } = parts;
  const result = await execute({
    schema: parts.schema,
    document: runnable.document,
    rootValue: runnable.operation.operation === 'mutation' ? mutationRoot(session) : queryRoot(session),
    variableValues: parts.body.variables ?? {},
    operationName: parts.body.operationName ?? null,
  });
  // Variables of the wrong type never reach a resolver either.
  if (result.data === undefined) return { status: 400, body: { errors: (result.errors ?? []).map(errorView) } };
  return { status: 200, body: resultView(result, parts.defects) };
}

/** Counts the request's complexity as in flight from its address; false if it exceeds the quota (upstream 20.10). */
function admit(
  inFlight: ComplexityInFlight,
  asked: { request: FastifyRequest; reply: FastifyReply; complexity: number },
): boolean {
  const { request, reply, complexity } = asked;
  const { headers } = request;
  const named = headers['x-bc-trusted-proxy-secret'] === undefined ? undefined : headers['true-client-ip'];
  const address = typeof named === 'string' ? named : request.ip;
  const end = inFlight.start(address, complexity);
  if (end) whenDone(reply, end);
  if (inFlight.quota > 0) {
    reply.header('x-bc-ip-rate-limit-requests-quota', String(inFlight.quota));
    reply.header('x-bc-ip-rate-limit-requests-quota-left', String(inFlight.left(address)));
  }
  return end !== undefined;
}

/** The arguments of `@shopperPreferences`, which come before headers (upstream 20.5). */
function preferencesOf(schema: GraphQLSchema, runnable: Runnable, body: Body): ShopperRequest['preferences'] {
  const directive = schema.getDirective('shopperPreferences');
  return (directive && getDirectiveValues(directive, runnable.operation, body.variables ?? {})) ?? {};
}

/** A response's cache key; undefined if it is never cached: mutations, and responses for one shopper. */
function replyKey(runnable: Runnable, of: { body: Body; session: Session }): string | undefined {
  const { body, session } = of;
  if (runnable.operation.operation !== 'query' || /\b(cart|checkout|customer)\b/.test(body.query)) return undefined;
  const { locale, currency, group } = session.market;
  return JSON.stringify([
    session.channelId,
    locale,
    currency.currency_code,
    group?.id,
    session.scopes,
    session.presentation.baseUrl,
    body,
  ]);
}

function resultView(result: ExecutionResult, defects: Error[]): unknown {
  if (!result.errors || result.errors.length === 0) return { data: result.data };
  return { data: result.data, errors: result.errors.map((error) => errorView(known(error, defects))) };
}

/** Any error other than an upstream failure is a defect of the simulator: recorded for tests, and not returned. */
function known(error: GraphQLError, defects: Error[]): GraphQLError {
  const cause = error.originalError;
  if (error instanceof StorefrontFailure || cause instanceof StorefrontFailure) return error;
  if (cause) defects.push(cause);
  else defects.push(error);
  return new GraphQLError('Internal server error', { path: error.path ?? null, nodes: error.nodes ?? null });
}

function describe(reply: FastifyReply, runnable: Runnable, body: Body): void {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
  reply.header('x-bc-graphql-complexity', String(runnable.cost.complexity));
  reply.header('x-bc-graphql-query-hash', hash(body.query));
  reply.header('x-bc-graphql-variables-hash', hash(JSON.stringify(body.variables ?? {})));
  reply.header('x-bc-graphql-operation-type', runnable.operation.operation);
  if (runnable.operation.name) reply.header('x-bc-graphql-operation-name', runnable.operation.name.value);
}

/** The channel that a host or a path names: `store-{hash}-{channel}`; without one, channel 1 (upstream 5.2). */
function channelOf(request: FastifyRequest): number {
  const name = /^\/store-[^/]*?-(\d+)\/graphql/.exec(request.url) ?? /^store-[^.]*?-(\d+)\./.exec(request.host);
  return name ? Number(name[1]) : DEFAULT_CHANNEL;
}
