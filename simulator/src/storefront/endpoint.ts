import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { execute, GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { ApiContext } from '../http/context';
import { Documents, errorView, type Runnable } from './documents';
import { StorefrontFailure } from './failures';
import { mutationRoot, queryRoot } from './root';
import type { Session } from './session';
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
    if (parts.latency() > 0) await wait(parts.latency());
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
    const body = bodySchema.safeParse(request.body);
    if (!body.success)
      return reply.code(400).send({ errors: [{ message: 'The request body must be JSON with a query.' }] });
    const runnable = documents.read(body.data.query, body.data.variables ?? {}, body.data.operationName ?? undefined);
    if (runnable.kind === 'refused') return reply.code(400).send({ errors: runnable.errors });
    describe(reply, runnable, body.data);
    const session = parts.storefront.session({
      channelId,
      scopes: claims.scopes,
      request,
      presentation: parts.context.presentationFor(request),
    });
    return run(runnable, { body: body.data, session, schema: parts.schema, defects: parts.defects }, reply);
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
  reply: FastifyReply,
): Promise<unknown> {
  const { session } = parts;
  const result = await execute({
    schema: parts.schema,
    document: runnable.document,
    rootValue: runnable.operation.operation === 'mutation' ? mutationRoot(session) : queryRoot(session),
    variableValues: parts.body.variables ?? {},
    operationName: parts.body.operationName ?? null,
  });
  // Variables of the wrong type never reach a resolver either.
  if (result.data === undefined) return reply.code(400).send({ errors: (result.errors ?? []).map(errorView) });
  return reply.send(resultView(result, parts.defects));
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
