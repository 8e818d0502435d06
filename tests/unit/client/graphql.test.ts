import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommerceBridgeClient, type CommerceBridgeClient, type TypedDocument } from '../../../client/src/index';
import { json, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
let shop: CommerceBridgeClient;

beforeEach(async () => {
  server = await startScriptedServer();
  shop = createCommerceBridgeClient({ baseUrl: server.url });
});
afterEach(() => server.close());

/** What graphql-codegen writes with `documentMode: 'string'`. */
class TypedDocumentString<Data, Variables> extends String implements TypedDocument<Data, Variables> {
  declare __apiType?: (variables: Variables) => Data;
}

describe('a GraphQL request', () => {
  test('is sent to the proxy unchanged', async () => {
    server.script(json({ data: {} }));
    await shop.graphql('query A($id: String!) { a } query B { b }', { id: '1' }, { operationName: 'A' });

    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      query: 'query A($id: String!) { a } query B { b }',
      variables: { id: '1' },
      operationName: 'A',
    });
  });

  test('carries the customer and the language', async () => {
    server.script(json({ data: {} }));
    await shop.graphql(
      '{ customer { email } }',
      {},
      { customerAccessToken: 'token', language: 'fr', headers: { 'X-Own': '1' } },
    );

    expect(server.seen[0]?.headers).toMatchObject({
      'x-bc-customer-access-token': 'token',
      'accept-language': 'fr',
      'x-own': '1',
    });
  });

  test('knows the types that a code generator wrote', async () => {
    const document = new TypedDocumentString<{ site: { cart: { entityId: string } | null } }, { id: string }>(
      'query C($id: String!) { site { cart(entityId: $id) { entityId } } }',
    );
    server.script(json({ data: { site: { cart: { entityId: 'c-1' } } } }));

    const { data } = await shop.graphql(document, { id: 'c-1' });
    const entityId: string | undefined = data?.site.cart?.entityId;

    expect([entityId, JSON.parse(server.seen[0]?.body ?? '').query]).toEqual(['c-1', String(document)]);
  });
});

describe("the store's response", () => {
  test('is returned with data and errors', async () => {
    const response = {
      data: { cart: { createCart: null } },
      errors: [{ message: 'Not Found', path: ['cart', 'createCart'] }],
      extensions: { cost: 1 },
    };
    server.script(json(response));

    expect(await shop.graphql('mutation { x }')).toEqual(response);
  });

  test('that rejects the request is a response, too', async () => {
    const response = {
      errors: [{ message: "Cannot query field 'x' on type 'Site'.", locations: [{ line: 1, column: 3 }] }],
    };
    server.script(json(response, { status: 400 }));

    expect(await shop.graphql('{ x }')).toEqual(response);
  });
});

test('what the site itself rejects is an error', async () => {
  server.script(
    json(
      { code: 'invalid_graphql_request', message: 'Syntax.', data: { status: 400 }, errors: [{ message: 'Syntax.' }] },
      { status: 400 },
    ),
  );

  await expect(shop.graphql('{')).rejects.toMatchObject({
    name: 'CommerceBridgeApiError',
    code: 'invalid_graphql_request',
  });
});
