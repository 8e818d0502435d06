import { describe, expect, test } from 'vitest';
import { differences, readHttpExamples } from '../../support/http/http-examples';

test('requests and responses are read as written in a document', () => {
  const document =
    'Text\n\n```http\nPOST /graphql\nContent-Type: application/json\n\n{ "query": "{ a }" }\n```\n\n```http\nHTTP/1.1 200 OK\nETag: "a:b"\n\n{ "a": 1 }\n```\n';

  expect(readHttpExamples(document)).toEqual([
    {
      method: 'POST',
      path: '/graphql',
      headers: { 'Content-Type': 'application/json' },
      body: '{ "query": "{ a }" }',
      response: { status: 200, headers: { ETag: '"a:b"' }, body: { a: 1 } },
    },
  ]);
  expect(() => readHttpExamples('```http\nGET /a\n```\n')).toThrow('without a response');
});

describe('a response is compared with the example', () => {
  test.each([
    ['all of it', { a: [1, null] }, { a: [1, null] }],
    ['with text left out', { a: 'one … three' }, { a: 'one two three' }],
    ['with items left out', ['a', '…'], ['a', 'b', 'c']],
    ['with fields left out', { a: 1, '…': '…' }, { a: 1, b: 2 }],
  ])('%s', (_, shown, came) => {
    expect(differences(shown, came)).toEqual([]);
  });

  test.each([
    ['another value', { shown: { a: { b: 1 } }, came: { a: { b: 2 } } }, '/a/b: 2 instead of 1'],
    ['another text', { shown: { a: 'one … three' }, came: { a: 'one two' } }, '/a: "one two" instead'],
    ['a field more', { shown: { a: 1 }, came: { a: 1, b: 2 } }, '/b is not shown'],
    ['a field less', { shown: { a: 1, b: null }, came: { a: 1 } }, '/b: undefined instead of null'],
    ['an item more', { shown: [1], came: [1, 2] }, ': 2 items'],
    ['nothing where something is left out', { shown: ['a', '…'], came: ['a'] }, ': 1 items'],
    ['no field where some are left out', { shown: { a: 1, '…': '…' }, came: { a: 1 } }, 'nothing is left out'],
  ])('%s', (_, { shown, came }, difference) => {
    expect(differences(shown, came)).toEqual([expect.stringContaining(difference)]);
  });
});
