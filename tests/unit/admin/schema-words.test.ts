import { expect, test } from 'vitest';
import { parametersIn, typeOf, valuesOf } from '../../../admin/src/pages/bridge/reference/schema-words';
import { describeRestApi } from '../../../contracts/rest/openapi/document';

const document = describeRestApi({
  baseUrl: 'https://shop.example.com/api/commerce-bridge/v1',
  version: '1.0.0',
  proofHeaders: { signature: 'X-Signature', token: 'X-Token' },
});
const operation = document.paths['/products/{slug}']?.get;

test('a response is described by all its values, those within lists as well', () => {
  const success = operation?.responses['200'];
  const schema = success && 'content' in success ? success.content?.['application/json'].schema : undefined;
  const values = valuesOf(schema ?? {}, document);
  expect(values.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['id', 'images', 'images[].url', 'variants[].price', 'meta.sku']),
  );
  expect(values.find(({ path }) => path === 'variants[].price')?.type).toBe('number | null');
  expect(values.find(({ path }) => path === 'tags')?.type).toBe('string[]');
});

test('parameters are those of the address, without headers', () => {
  const names = parametersIn(document, operation?.parameters).map(({ path }) => path);
  expect(names).toEqual(expect.arrayContaining(['slug', 'include']));
  expect(names).not.toContain('If-None-Match');
});

test.each([
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ enum: ['asc', 'desc'] }, '"asc" | "desc"'],
  [{ const: 1 }, '1'],
  [{}, 'any'],
])('the type of %j is written %j', (schema, type) => {
  expect(typeOf(schema, document)).toBe(type);
});
