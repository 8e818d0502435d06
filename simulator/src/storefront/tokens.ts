import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { unixSeconds, type Clock } from '../clock';

export type TokenScope = 'Unauthenticated' | 'Customer' | 'B2B';
export type TokenKind = 'private' | 'storefront';

/** The claims of a token. Times are Unix seconds. */
export interface TokenClaims {
  readonly kind: TokenKind;
  readonly storeId: number;
  readonly channelIds: readonly number[];
  readonly expires: number;
  readonly issued: number;
  readonly scopes: readonly TokenScope[];
  readonly origins: readonly string[];
}

const payloadSchema = z.object({
  cid: z.array(z.number()),
  corsOrigins: z.array(z.string()),
  eat: z.number(),
  iat: z.number(),
  sid: z.number(),
  token_type: z.number(),
  scopes: z.array(z.enum(['Unauthenticated', 'Customer', 'B2B'])),
});

/** A request that the storefront rejects; the message is upstream's (upstream 5.4). */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/**
 * Storefront tokens created before this work from a server until `SERVER_USE_ENDS`; later ones never do (upstream 5.1).
 */
const SERVER_USE_CLOSED = Date.UTC(2026, 5, 30, 23, 59, 59) / 1000;
const SERVER_USE_ENDS = Date.UTC(2027, 2, 31, 23, 59, 59) / 1000;

/** Headers that identify a browser's request. Upstream's rule is unknown. */
const BROWSER_HEADERS = ['origin', 'referer', 'cookie', 'sec-fetch-site', 'sec-fetch-dest', 'sec-ch-ua'];

/** Mints, checks, and revokes storefront tokens: stateless JWTs (upstream 5.1). */
export class Tokens {
  private readonly key = randomBytes(32);
  private readonly revoked = new Set<string>();

  constructor(private readonly clock: Clock) {}

  mint(claims: Omit<TokenClaims, 'issued'>): string {
    const payload = {
      cid: claims.channelIds,
      corsOrigins: claims.origins,
      eat: claims.expires,
      iat: unixSeconds(this.clock),
      iss: 'BC',
      sid: claims.storeId,
      sub: randomBytes(12).toString('hex'),
      sub_type: 2,
      token_type: claims.kind === 'private' ? 3 : 1,
      scopes: claims.scopes,
    };
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
    return `${content}.${this.sign(content)}`;
  }

  revoke(token: string): boolean {
    const valid = this.read(token) !== undefined;
    if (valid) this.revoked.add(token);
    return valid;
  }

  /** The claims of a request's token, or why it is rejected. */
  check(request: {
    authorization: string | undefined;
    headers: Readonly<Record<string, unknown>>;
    channelId: number;
    storeId: number;
  }): TokenClaims {
    const token = /^Bearer\s+(.+)$/i.exec(request.authorization ?? '')?.[1];
    if (token === undefined) throw refused('GraphQL credentials were missing. No token was sent.');
    if (token.split('.').length !== 3) throw invalid('String is not a JWT');
    const claims = this.read(token);
    if (!claims) throw invalid('JWT signature is invalid');
    if (this.revoked.has(token)) throw invalid('Unknown JWT token');
    if (claims.expires <= unixSeconds(this.clock)) throw invalid('JWT is expired');
    if (claims.storeId !== request.storeId) throw invalid("JWT store id doesn't match store id of the URL");
    if (!claims.channelIds.includes(request.channelId))
      throw invalid("JWT channel id doesn't match channel id of the URL");
    this.checkOrigin(claims, request.headers);
    return claims;
  }

  private checkOrigin(claims: TokenClaims, headers: Readonly<Record<string, unknown>>): void {
    const { origin } = headers;
    if (claims.kind === 'private') {
      if (BROWSER_HEADERS.some((name) => headers[name] !== undefined))
        throw invalid('Private tokens cannot be used from a browser');
      return;
    }
    if (typeof origin === 'string') {
      if (!claims.origins.includes(origin)) {
        throw refused(
          `'Origin' header invalid: '${origin}' did not match the allowed origin set in the JWT auth token`,
        );
      }
      return;
    }
    if (claims.issued > SERVER_USE_CLOSED || unixSeconds(this.clock) > SERVER_USE_ENDS) {
      throw invalid('Storefront tokens cannot be used from a server');
    }
  }

  private read(token: string): TokenClaims | undefined {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.sign(`${header}.${payload}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const claims = payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return {
      kind: claims.token_type === 3 ? 'private' : 'storefront',
      storeId: claims.sid,
      channelIds: claims.cid,
      expires: claims.eat,
      issued: claims.iat,
      scopes: claims.scopes,
      origins: claims.corsOrigins,
    };
  }

  private sign(content: string): string {
    return createHmac('sha256', this.key).update(content).digest('base64url');
  }
}

function invalid(reason: string): CredentialsError {
  return refused(`GraphQL invalid credentials. ${reason}`);
}

function refused(message: string): CredentialsError {
  return new CredentialsError(message);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
