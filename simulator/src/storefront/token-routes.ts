import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../http/context';
import { ApiError, plainError } from '../http/errors';
import { unixSeconds } from '../clock';
import type { TokenKind, Tokens, TokenScope } from './tokens';

const scoped = { config: { scope: 'store_storefront_api' } } as const;
/** Seconds of the year 9999; a larger number is in milliseconds, which upstream does not accept. */
const LATEST = 253_402_300_799;

const channels = {
  channel_id: z.number().int().min(1).optional(),
  channel_ids: z.array(z.number().int().min(1)).min(1).optional(),
};
const expires = { expires_at: z.number().int().min(0).max(LATEST) };
const privateSchema = z.object({
  ...channels,
  ...expires,
  scopes: z.array(z.enum(['Unauthenticated', 'Customer', 'B2B'])).min(1),
});
const storefrontSchema = z.object({
  ...channels,
  ...expires,
  allowed_cors_origins: z.array(z.string().min(1)).max(2).default([]),
});
const ALL_SCOPES: readonly TokenScope[] = ['Unauthenticated', 'Customer', 'B2B'];

/** `/v3/storefront/api-token…` (upstream 5.1). */
export function tokenRoutes(app: FastifyInstance, context: ApiContext, tokens: Tokens): void {
  app.post('/storefront/api-token-private', scoped, (request) => {
    const { scopes, ...body } = read(privateSchema, request.body);
    return mint('private', { ...body, scopes, origins: [] });
  });

  app.post('/storefront/api-token', scoped, (request) => {
    const { allowed_cors_origins: origins, ...body } = read(storefrontSchema, request.body);
    return mint('storefront', { ...body, scopes: ALL_SCOPES, origins });
  });

  app.delete('/storefront/api-token', scoped, (request) => {
    const token = request.headers['sf-api-token'];
    if (typeof token !== 'string' || !tokens.revoke(token))
      throw refused({ 'Sf-Api-Token': 'Invalid JWT Token provided or missing JWT token header' });
    return {};
  });

  function mint(
    kind: TokenKind,
    body: {
      channel_id?: number | undefined;
      channel_ids?: number[] | undefined;
      expires_at: number;
      scopes: readonly TokenScope[];
      origins: readonly string[];
    },
  ): unknown {
    const { channel_id: one, channel_ids: many } = body;
    if ((one === undefined) === (many === undefined))
      throw refused({ channel_ids: 'Exactly one of channel_id and channel_ids must be given' });
    const channelIds = many ?? (one === undefined ? [] : [one]);
    const known = [...context.store.state.channels.keys()];
    if (channelIds.some((id) => !known.includes(id))) throw refused({ channel_ids: 'There is no such channel' });
    if (body.expires_at <= unixSeconds(context.clock))
      throw refused({ expires_at: 'expires_at must be in the future' });
    const token = tokens.mint({
      kind,
      storeId: context.store.information.store_id,
      channelIds,
      expires: body.expires_at,
      scopes: body.scopes,
      origins: body.origins,
    });
    return { data: { token }, meta: {} };
  }
}

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refused(
    Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
  );
}

function refused(errors: Record<string, string>): ApiError {
  return new ApiError({ ...plainError(422, 'Invalid JSON request body - missing or invalid data.').body, errors });
}
