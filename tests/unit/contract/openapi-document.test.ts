import { describe, expect, test } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { restErrorStatus } from '../../../contracts/rest/errors';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import type { Operation } from '../../../contracts/rest/openapi/openapi-types';
import { webhookPaths } from '../../../contracts/rest/webhook';
import { restRoutes } from '../../../server/src/routes/content-api';

const document = describeRestApi({
  baseUrl: 'https://shop.example/api/commerce-bridge/v1',
  version: '1.2.3',
  proofHeaders: { signature: 'X-Platform-Webhook-Signature', token: 'X-Token' },
});
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const operation = (name: string): Operation => {
  const found = operations.find(([key]) => key === name);
  if (!found) throw new Error(`the document has no ${name}`);
  return found[1];
};
const parameter = (name: string, parameterName: string) =>
  operation(name).parameters?.find((candidate) => 'name' in candidate && candidate.name === parameterName);

describe('the document', () => {
  test('is valid OpenAPI 3.1 by the meta schema', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));

    expect([result, validator.version]).toEqual([{ valid: true }, '3.1']);
  });

  test('would be invalid if a parameter had no location: the meta schema is really applied', async () => {
    const broken = JSON.parse(JSON.stringify(document).replace('"in":"path"', '"in":"nowhere"'));

    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('describes every endpoint that the guard knows and the webhook receiver, and no other', () => {
    const routed = restRoutes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    routed.push(...webhookPaths.map((path) => `POST ${path}`));

    expect(operations.map(([name]) => name).sort()).toEqual(routed.sort());
  });

  test('names the site that it is read from', () => {
    expect(document.servers).toEqual([
      { url: 'https://shop.example/api/commerce-bridge/v1', description: 'This site' },
    ]);
    expect(document.info.version).toBe('1.2.3');
  });

  test('has a name and a description for every operation and parameter', () => {
    const wordless = operations.flatMap(([name, { operationId, summary, parameters = [] }]) => [
      ...(operationId && summary ? [] : [name]),
      ...parameters
        .filter((entry) => 'name' in entry && !entry.description)
        .map((entry) => `${name} ${JSON.stringify(entry)}`),
    ]);

    expect(wordless).toEqual([]);
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
  });

  test('uses every component that it defines, and defines every one that it uses', () => {
    const secured = operations.flatMap(([, { security = [] }]) =>
      security.flatMap(Object.keys).map((name) => `securitySchemes/${name}`),
    );
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      ([, kind, name]) => `${kind}/${name}`,
    );
    const defined = Object.entries(document.components).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `${kind}/${name}`),
    );
    const ofNoOperation = [
      'responses/RouteNotFound',
      'responses/MethodNotAllowed',
      'responses/GraphqlMethodNotAllowed',
    ];

    expect([...new Set([...secured, ...referred, ...ofNoOperation])].sort()).toEqual(defined.sort());
  });
});

describe('the document matches what is promised', () => {
  test.each([
    ['GET /products', 'per_page', { type: 'integer', default: 10, minimum: 1, maximum: 100 }],
    ['GET /products', 'page', { type: 'integer', default: 1, minimum: 1 }],
    ['GET /products', 'orderby', { type: 'string', default: 'date', enum: ['title', 'date', 'price'] }],
    ['GET /products', 'order', { type: 'string', default: 'desc', enum: ['asc', 'desc'] }],
    ['GET /products/{slug}/related', 'per_page', { type: 'integer', default: 4, minimum: 1, maximum: 20 }],
    ['GET /brands', 'per_page', { type: 'integer', minimum: 1, maximum: 250 }],
  ])('%s takes %s', (name, parameterName, schema) => {
    expect(parameter(name, parameterName)).toMatchObject({ in: 'query', required: false, schema });
  });

  test('lists are comma-separated', () => {
    expect(parameter('GET /products', 'ids')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', maxItems: 100 },
    });
  });

  test('path parameters are required', () => {
    expect(parameter('GET /brands/{id}', 'id')).toMatchObject({
      in: 'path',
      required: true,
      schema: { type: 'string' },
    });
  });

  test.each([
    ['GET /products', ['200', '304', '400', '401', '403', '429', '500', '503', 'default']],
    ['GET /products/{slug}', ['200', '301', '304', '400', '401', '403', '404', '429', '500', '503', 'default']],
    ['GET /brands/{id}', ['200', '301', '304', '400', '401', '403', '404', '429', '500', '503', 'default']],
    ['GET /collections/{slug}', ['200', '301', '304', '400', '401', '403', '404', '429', '500', '503', 'default']],
  ])('%s responds with %s', (name, statuses) => {
    expect(Object.keys(operation(name).responses)).toEqual(statuses);
  });

  test('errors name their codes: together all that exist', () => {
    const lists = [...JSON.stringify(document).matchAll(/"code":\{"type":"string","enum":\[([^\]]+)\]/g)];
    const named = new Set(lists.flatMap(([, list]) => (list ?? '').replaceAll('"', '').split(',')));

    expect([...named].sort()).toEqual(Object.keys(restErrorStatus).sort());
  });
});
