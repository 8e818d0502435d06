import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { messageViolations } from '../support/http/rest-contract';
import { failureOf, nameQuery, storefrontSite } from '../support/sites/storefront-site';

const storefront = storefrontSite();
const { clock, post, atStore } = storefront;

describe('a request that the proxy rejects', () => {
  const padded = (size: number) => JSON.stringify({ ...nameQuery, variables: { a: 'x'.repeat(size) } });
  const bound = 256 * 1024;
  const shell = padded(0).length;

  const ofAnotherType = { status: 415, code: 'unsupported_media_type' };
  const noJson = { status: 400, code: 'invalid_json' };
  const noRequest = { status: 400, code: 'invalid_graphql_request' };
  const tooLarge = { status: 413, code: 'payload_too_large' };
  const type = (name: string) => ({ 'content-type': name });

  test.each<[string, { body: unknown; headers?: Record<string, string> }, typeof noJson]>([
    ['of another type', { body: JSON.stringify(nameQuery), headers: type('text/plain') }, ofAnotherType],
    ['of a form', { body: 'query=%7Ba%7D', headers: type('application/x-www-form-urlencoded') }, ofAnotherType],
    [
      'of a form that the host cannot read',
      { body: 'no parts', headers: type('multipart/form-data; boundary=x') },
      ofAnotherType,
    ],
    [
      'of a form that is larger than the host takes',
      { body: `a=${'x'.repeat(2 * 1024 * 1024)}`, headers: type('application/x-www-form-urlencoded') },
      ofAnotherType,
    ],
    ['of a GraphQL type', { body: '{ a }', headers: type('application/graphql') }, ofAnotherType],
    ['that is no JSON', { body: '{"query":' }, noJson],
    ['that is a JSON text', { body: '"{ a }"' }, noRequest],
    ['that is a JSON number', { body: '3' }, noRequest],
    ['that is true', { body: 'true' }, noRequest],
    ['that is null', { body: 'null' }, noRequest],
    ['with nothing in it', { body: '' }, noRequest],
    ['without a query', { body: {} }, noRequest],
    ['with several', { body: [nameQuery, nameQuery] }, noRequest],
    ['with a key that is none', { body: { ...nameQuery, token: 'x' } }, noRequest],
    ['of broken syntax', { body: { query: '{ site { ' } }, noRequest],
    ['that is too large', { body: padded(bound - shell + 1) }, tooLarge],
    ['that is larger than the host takes', { body: padded(2 * 1024 * 1024) }, tooLarge],
  ])(
    '%s gets the error in both forms, and never reaches the store',
    async (_, { body, headers = {} }, { status, code }) => {
      const before = atStore().length;
      const response = await post(body, { headers });
      const failure = await failureOf(response);
      expect([response.status, failure]).toEqual([
        status,
        {
          code,
          message: expect.any(String),
          data: { status },
          errors: [{ message: failure.message, extensions: { code } }],
        },
      ]);
      expect(atStore()).toHaveLength(before);
    },
  );

  test.each<[string, string, (body: string) => Buffer]>([
    ['gzip', 'gzip', gzipSync],
    ['deflate', 'deflate', deflateSync],
    ['brotli', 'br', brotliCompressSync],
  ])('is not one compressed with %s, unless it decompresses to more than the limit', async (_, encoding, pack) => {
    const send = (body: string) =>
      storefront.site.rest('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: new Uint8Array(pack(body)),
      });
    expect((await send(JSON.stringify(nameQuery))).status).toBe(200);
    expect((await send(padded(bound - shell))).status).toBe(200);
    const response = await send(padded(bound - shell + 1));
    expect([response.status, (await failureOf(response)).code]).toEqual([413, 'payload_too_large']);
    expect((await send(padded(100 * 1024 * 1024))).status).toBe(413);
  });

  test.each([
    ['is packed otherwise than it says', 'gzip', noJson],
    ['is packed in an unknown way', 'zstd', ofAnotherType],
  ])('that %s gets an error that says so', async (_, encoding, { status, code }) => {
    const response = await post(nameQuery, { headers: { 'content-encoding': encoding } });
    expect([response.status, (await failureOf(response)).code]).toEqual([status, code]);
  });

  test('that is not UTF-8 text gets an error that says so', async () => {
    const body = new Uint8Array(
      Buffer.concat([Buffer.from('{"query":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    );
    const response = await storefront.site.rest('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, (await failureOf(response)).code]).toEqual([400, 'invalid_json']);
  });

  test('counts against its caller before any of it is read', async () => {
    const bomb = new Uint8Array(gzipSync(padded(50 * 1024 * 1024)));
    const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      storefront.site.rest('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    const statuses = await clock.standStill(async () => {
      const broken = await Promise.all(Array.from({ length: 10 }, () => send('{"query":', {})));
      const packed = await Promise.all(Array.from({ length: 20 }, () => send(bomb, { 'content-encoding': 'gzip' })));
      const garbage = await Promise.all(
        Array.from({ length: 10 }, () => send('garbage', { 'content-encoding': 'gzip' })),
      );
      return [broken, packed, garbage].map((responses) => responses.map(({ status }) => status).sort());
    });
    expect(statuses).toEqual([
      Array(10).fill(400),
      [...Array(6).fill(413), ...Array(14).fill(429)],
      Array(10).fill(429),
    ]);
  });

  test('is not one of exactly the maximum size', async () => {
    expect((await post(padded(bound - shell))).status).toBe(200);
    expect(
      (await post(JSON.stringify(nameQuery), { headers: { 'content-type': 'application/json; charset=UTF-8' } }))
        .status,
    ).toBe(200);
  });

  test('in chunks is measured as well', async () => {
    const asking = request(`${storefront.site.url}/api/commerce-bridge/v1/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', connection: 'close' },
    });
    asking.end(padded(bound));
    const [response]: IncomingMessage[] = await once(asking, 'response');
    if (!response) throw new Error('no response came');
    expect(response.statusCode).toBe(413);
    expect(messageViolations({ method: 'POST', path: '/graphql' }, response, await text(response))).toEqual([]);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('by %s gets the allowed method', async (method) => {
    const response = await storefront.site.rest('/graphql?query=%7Ba%7D', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await failureOf(response)).toMatchObject({
      code: 'method_not_allowed',
      errors: [{ extensions: { code: 'method_not_allowed' } }],
    });
  });

  test.each(['/cart', '/carts', '/checkout', '/checkouts', '/customer', '/customers', '/graphql/x'])(
    'to %s is a 404: there is nothing but the proxy',
    async (path) => {
      for (const method of ['GET', 'POST']) expect((await storefront.site.rest(path, { method })).status).toBe(404);
    },
  );
});
