import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createKnownSecrets } from '../../server/src/lib/known-secrets';
import { createRedact, redactedCause } from '../../server/src/lib/redaction';
import { readerOf } from '../../server/src/upstream/http/body-reading';
import { judgeOutcome } from '../../server/src/upstream/http/upstream-response';
import {
  UpstreamAuthenticationError,
  UpstreamConfigurationError,
  UpstreamHttpError,
  UpstreamNotFoundError,
  UpstreamRateLimitError,
  UpstreamResponseError,
  UpstreamScopeError,
  UpstreamUnavailableError,
} from '../../server/src/upstream/http/upstream-errors';
import { readUpstreamMessage } from '../../server/src/upstream/http/upstream-message';
import { wirePage } from '../../server/src/upstream/wire/wire-page';
import type { TransportOutcome } from '../../server/src/upstream/http/upstream-transport';

const token = 'xq7+/Token$41==';
const redact = createRedact([token]);
const message = (body: unknown) => readUpstreamMessage(typeof body === 'string' ? body : JSON.stringify(body), redact);

describe("upstream's own error message", () => {
  test.each([
    [
      { status: 403, title: "You don't have a required scope to access the endpoint", type: 'https://…', errors: {} },
      "You don't have a required scope to access the endpoint",
    ],
    [
      {
        status: 422,
        code: 22004,
        title: 'Variant sku cannot be empty',
        errors: { sku: 'Variant sku cannot be empty' },
      },
      'Variant sku cannot be empty',
    ],
    [
      { status: 422, title: 'Invalid', errors: { name: 'too long', 'images.0': ['no url', 'no file'] } },
      'Invalid (name: too long; images.0: no url; no file)',
    ],
    [
      { status: 422, title: 'The filter(s): date_modified:min are not valid filter parameter(s)' },
      'The filter(s): date_modified:min are not valid filter parameter(s)',
    ],
    [
      [{ status: 413, message: 'The limit is too large', details: { limit: 250 } }, { message: 'And more' }],
      'The limit is too large; And more',
    ],
    [{ status: 401, message: 'Unauthorized' }, 'Unauthorized'],
    [{ error: 'gone' }, 'gone'],
    [{ errors: { a: 'b' } }, 'a: b'],
    ['plain words\n and more', 'plain words and more'],
    ['', null],
    ['<html><body>Bad gateway</body></html>', null],
    [{}, null],
    [[], null],
    [42, null],
  ])('of %j are %p', (body, expected) => {
    expect(message(body)).toBe(expected);
  });

  test('is truncated after secrets are redacted, so that half a token cannot remain', () => {
    const long = message(`${'x'.repeat(495)}${token}`);
    expect(long).toBe(`${'x'.repeat(495)}[reda…`);
  });
});

describe('a redacted text', () => {
  test('has the token in none of its forms', () => {
    const echo = [
      token,
      encodeURIComponent(token),
      JSON.stringify({ token }),
      token.toUpperCase(),
      `https://x/?t=${encodeURIComponent(token)}&u=1`,
    ].join(' ');
    expect(redact(echo)).toBe('[redacted] [redacted] {"token":"[redacted]"} [redacted] https://x/?t=[redacted]&u=1');
  });

  test('contains no secret even in truncated JSON with slashes escaped as PHP does', () => {
    const redacted = message(`{"title":"bad token xq7+\\/Token$41==`);
    expect(redacted).toBe('{"title":"bad token [redacted]');
  });

  test('is unchanged when there is no secret', () => {
    expect(createRedact(['', ' '])('as it was')).toBe('as it was');
  });
});

describe('a redacted cause', () => {
  test('keeps name, message, code, and causes of an error, and no other properties', () => {
    const inner = Object.assign(new Error(`connect with ${token}`), { code: 'ECONNRESET' });
    const error = Object.assign(new TypeError(`request with ${token} failed`, { cause: inner }), {
      code: 'ERR_X',
      options: { headers: { 'x-auth-token': token } },
      request: { token },
    });
    const safe = redactedCause(error, redact);
    expect(inspect(safe, { depth: 20, showHidden: true })).not.toContain(token);
    expect(safe).toMatchObject({
      name: 'TypeError',
      message: 'request with [redacted] failed',
      code: 'ERR_X',
      cause: { code: 'ECONNRESET' },
    });
    expect(safe).not.toHaveProperty('options');
  });

  test('ends even if causes are circular, and accepts what is not an error', () => {
    const circular = new Error('round');
    circular.cause = circular;
    expect(redactedCause(circular, redact).message).toBe('round');
    expect(redactedCause(`text with ${token}`, redact).message).toBe('text with [redacted]');
  });
});

describe('an upstream response', () => {
  const reader = readerOf({ schema: wirePage(1) });
  const judged = async (outcome: TransportOutcome) => {
    const verdict = await judgeOutcome(outcome, {
      method: 'GET',
      path: '/v3/catalog/products',
      reader,
      redact,
      now: new Date(0),
    });
    if (verdict.kind === 'usable') throw new Error('it got a response');
    return verdict;
  };
  const response = (status: number, body: unknown = { title: `about ${token}` }, headers = {}): TransportOutcome => ({
    kind: 'response',
    status,
    headers: { 'x-rate-limit-time-window-ms': '30000', ...headers },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

  test.each([
    [401, { kind: UpstreamAuthenticationError, code: 'upstream_unauthorized', isTransient: false }],
    [403, { kind: UpstreamScopeError, code: 'upstream_scope_missing', isTransient: false }],
    [404, { kind: UpstreamNotFoundError, code: 'upstream_not_found', isTransient: false }],
    [409, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: false }],
    [422, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: false }],
    [301, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: false }],
    [429, { kind: UpstreamRateLimitError, code: 'upstream_rate_limited', isTransient: true }],
    [500, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: true }],
    [503, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: true }],
    [501, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: false }],
    [507, { kind: UpstreamHttpError, code: 'upstream_http_error', isTransient: false }],
  ])('with %p has its own error class, retryable or not', async (status, { kind, code, isTransient }) => {
    const verdict = await judged(response(status));
    expect(verdict.error).toBeInstanceOf(kind);
    expect(verdict.isTransient).toBe(isTransient);
    expect(verdict.error).toMatchObject({
      code,
      status,
      path: '/v3/catalog/products',
      upstreamMessage: 'about [redacted]',
      message: `GET /v3/catalog/products returned ${status}: about [redacted]`,
      data: {
        method: 'GET',
        path: '/v3/catalog/products',
        status,
        upstreamMessage: 'about [redacted]',
        retryAfter: null,
      },
    });
  });

  test('without quota headers is not the store’s, and none of its text is kept', async () => {
    const foreign = {
      kind: 'response',
      status: 500,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('hunter2'),
    } as const;
    const { error } = await judged(foreign);
    expect(error).toMatchObject({
      status: 500,
      upstreamMessage: null,
      message: 'GET /v3/catalog/products returned 500',
    });
  });

  test('carries how long upstream asked us to wait', async () => {
    expect((await judged(response(503, '', { 'retry-after': '12' }))).error).toMatchObject({
      retryAfter: 12_000,
      upstreamMessage: null,
    });
  });

  test.each(['', '{"data":[{"id":1', '<html></html>', 'undefined'])(
    'of %p with 200 is not JSON, and is retryable',
    async (body) => {
      const verdict = await judged(response(200, body));
      expect(verdict.error).toBeInstanceOf(UpstreamResponseError);
      expect(verdict.isTransient).toBe(true);
    },
  );

  test('in an unknown form is unusable, and not retryable', async () => {
    const verdict = await judged(response(200, { data: [], meta: { pagination: { total: token } } }));
    expect(verdict).toMatchObject({
      isTransient: false,
      error: { message: expect.stringContaining('meta.pagination.total: must be a count, and was "[redacted]"') },
    });
  });

  test('can start with a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify({ data: [], meta: { pagination: { total: 0, total_pages: 0 } } })}`;
    const verdict = await judgeOutcome(response(200, body), {
      method: 'GET',
      path: '/x',
      reader,
      redact,
      now: new Date(0),
    });
    expect(verdict.kind).toBe('usable');
  });

  test('can also be missing: timeout, too large, or never sent', async () => {
    const cause = new Error(`socket of ${token}`);
    expect(
      await judged({ kind: 'unavailable', reason: 'timeout', detail: 'no response in time', cause }),
    ).toMatchObject({
      isTransient: true,
      error: { reason: 'timeout', code: 'upstream_unavailable', cause: { message: 'socket of [redacted]' } },
    });
    expect(await judged({ kind: 'oversized', maximumBytes: 5 })).toMatchObject({
      isTransient: false,
      error: expect.any(UpstreamResponseError),
    });
    expect(await judged({ kind: 'unsendable', detail: 'ERR_INVALID_CHAR', cause })).toMatchObject({
      isTransient: false,
      error: expect.any(UpstreamConfigurationError),
    });
    expect(
      (await judged({ kind: 'unavailable', reason: 'network', detail: 'ECONNRESET', cause })).error,
    ).toBeInstanceOf(UpstreamUnavailableError);
  });
});

describe('what the site knows to be secret', () => {
  test.each(['Basic', 'user:', 'a', 'ab', 'abc'])('is found in base64 after %j, in both alphabets', (before) => {
    const secret = 'client-secret/0123?456';
    for (const alphabet of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${secret}:after`).toString(alphabet);
      const redacted = createRedact([secret])(`echo ${encoded} end`);
      expect(redacted).toMatch(/^echo .*\[redacted\].* end$/);
      expect(Buffer.from(redacted, alphabet).toString()).not.toContain('secret');
    }
  });

  test('is redacted even if only its digest is stored, and after it was replaced', () => {
    const known = createKnownSecrets();
    const token = 'q'.repeat(43);
    let inUse = ['the first secret'];
    known.include(() => ({ secrets: inUse }));
    known.rememberDigest(createHash('sha256').update(token).digest('hex'));
    expect(known.redact(`the first secret and "${token}" and ${'r'.repeat(43)}`)).toBe(
      `[redacted] and "[redacted]" and ${'r'.repeat(43)}`,
    );
    inUse = ['the second secret'];
    expect(known.redact('the first secret, the second secret')).toBe('[redacted], [redacted]');
    expect([known.areIn('{"a":"the first secret"}'), known.areIn('{"a":"another"}')]).toEqual([true, false]);
  });

  test('makes no text doubtful that contains a short one, which may be a word, but is redacted', () => {
    const known = createKnownSecrets();
    known.remember('password');
    expect(known.areIn('{"fields":[{"name":"password"}]}')).toBe(false);
    expect(known.redact('AUTH password')).toBe('AUTH [redacted]');
  });

  test('does not include words of a few letters, which settings may contain', () => {
    const known = createKnownSecrets();
    known.remember('shop');
    expect(known.redact('the shop is closed')).toBe('the shop is closed');
  });
});
