import { describe, expect, test } from 'vitest';
import { parse } from 'graphql';
import { z } from 'zod';
import { admit } from '../../../server/src/storefront/admission';
import { type Safelist } from '../../../server/src/storefront/graphql-safelist';
import { createKnownDocuments } from '../../../server/src/storefront/lru-known-documents';
import { readProxyRequest } from '../../../server/src/storefront/proxy-request';

const open = { readDocument: createKnownDocuments(), allowsIntrospection: true, safelist: null };
/** The body to send, its parsed form, and whether the request can be repeated. */
function ask(body: unknown, rules: { allowsIntrospection?: boolean; safelist?: Safelist } = {}) {
  const { body: sent, isRepeatable } = admit(readProxyRequest(body), { ...open, ...rules });
  return { ...sentBody.parse(JSON.parse(sent)), isRepeatable };
}

/** A document without its formatting. */
const meaningOf = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(parse(text, { noLocation: true }), (key, value: unknown) => (key === 'block' ? undefined : value)),
  );

const sentBody = z.strictObject({
  query: z.string(),
  variables: z.unknown().optional(),
  operationName: z.string().optional(),
});

describe('a request', () => {
  test('is sent as it was parsed: document, variables, and operation name', () => {
    const query = '# a comment\nquery Q { site { settings { storeName } } }';
    const printed = 'query Q {\nsite {\nsettings {\nstoreName\n}\n}\n}';
    expect(ask({ query, variables: { a: [1, null] }, operationName: 'Q' })).toEqual({
      query: printed,
      variables: { a: [1, null] },
      operationName: 'Q',
      isRepeatable: true,
    });
    expect(
      ask({ query: '{ a }', variables: null, operationName: null, extensions: { clientLibrary: { name: 'x' } } }),
    ).toEqual({ query: '{\na\n}', isRepeatable: true });
  });

  test.each([
    ['a byte order mark, comments and commas', '\ufeff# {__schema{types{name}}}\n{,a,(b:1),}#}'],
    ['block strings', '{ a(b: """\n    one\n      \\""" two\\\n\n    "three"\n  """, c: """\\"""""", d: """  x""") }'],
    ['escapes', '{ a(b: "\\u0041\\u{1F6D2}\\uD83D\\uDED2 \\\\ \\" \\n\\t\\u0000", c: "é 🛒 \u2028") }'],
    ['numbers of any length', '{ a(b: 123456789012345678901234567890, c: -0, d: 1.10, e: 6.022e23) }'],
    [
      'names that are words of the language',
      'query on($query: mutation = {fragment: [true, null, ENUM]}) @type(on: $query) { fragment: query { ...fragment ... on on @include(if: true) { on } ... { subscription } } } fragment fragment on on { input }',
    ],
  ])('with %s has the same meaning when it is sent', (_, query) => {
    const { query: sent } = ask({ query });
    expect(meaningOf(sent)).toEqual(meaningOf(query));
  });

  test.each([
    ['a block string of thousands of lines', `{b(c:"""${'x\n'.repeat(20_000)}x""")}`],
    ['thousands of fields', `{${'b '.repeat(9_000)}}`],
    // Comparing meanings takes about six calls for each level; deeper documents may overflow the stack.
    ['lists in objects in lists', `{b(c:${'[{d:'.repeat(250)}1${'}]'.repeat(250)})}`],
  ])('with deeply nested %s is sent at about its original length', (_, selection) => {
    const query = `${'{a'.repeat(31)}${selection}${'}'.repeat(31)}`;
    const { query: sent } = ask({ query });
    expect(sent.length).toBeLessThan(2 * query.length);
    expect(meaningOf(sent)).toEqual(meaningOf(query));
  });

  test('contains each key once, even if it came twice', () => {
    const twice = '{"query":"{ secret }","query":"{ a }","variables":{"x":1,"x":2},"variables":{"y":1,"y":2}}';
    const { body } = admit(readProxyRequest(JSON.parse(twice)), open);
    expect(body).toBe(JSON.stringify({ query: '{\na\n}', variables: { y: 2 } }));
  });

  test.each([
    ['12345678901234567890', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['-9007199254740993', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['1e400', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['{"__proto__":{"a":1}}', 'variables.input.0.id has a key __proto__'],
  ])('with %s in its variables is rejected rather than changed', (value, words) => {
    const body: unknown = JSON.parse(`{"query":"{ a }","variables":{"input":[{"id":${value}}]}}`);
    expect(() => ask(body)).toThrow(
      expect.objectContaining({ code: 'invalid_graphql_request', message: expect.stringContaining(words) }),
    );
    expect(() => ask(JSON.parse('{"query":"{ a }","variables":{"__proto__":{"a":1}}}'))).toThrow('__proto__');
  });

  test('with numbers that JSON preserves has them sent unchanged', () => {
    const variables = {
      largest: 9_007_199_254_740_991,
      smallest: -9_007_199_254_740_991,
      price: 19.99,
      tiny: 1e-7,
      none: 0,
    };
    expect(ask({ query: '{ a }', variables }).variables).toEqual(variables);
  });

  test('can be repeated if it only reads', () => {
    expect(ask({ query: 'mutation { logout { result } }' }).isRepeatable).toBe(false);
    const both = 'query A { a } mutation B { b }';
    expect(ask({ query: both, operationName: 'A' }).isRepeatable).toBe(true);
    expect(ask({ query: both, operationName: 'B' }).isRepeatable).toBe(false);
  });

  test.each([
    [[{ query: '{ a }' }], 'Batched requests are not supported'],
    [undefined, 'The body must be an object'],
    ['{ a }', 'The body must be an object'],
    [{}, 'The body must have a query.'],
    [{ query: null }, 'The body must have a query.'],
    [{ query: 5 }, 'query: '],
    [{ query: '{ a }', variables: [1] }, 'variables: '],
    [{ query: '{ a }', variables: '{}' }, 'variables: '],
    [{ query: '{ a }', operationName: 1 }, 'operationName: '],
    [{ query: '{ a }', token: 'x' }, '"token"'],
    [{ query: '{ a }', extensions: [] }, 'extensions: '],
    [{ extensions: { persistedQuery: { version: 1, sha256Hash: 'short' } } }, 'extensions.persistedQuery.sha256Hash: '],
  ])('%j is rejected: %s', (body, words) => {
    expect(() => ask(body)).toThrow(
      expect.objectContaining({ code: 'invalid_graphql_request', message: expect.stringContaining(words) }),
    );
  });

  test.each([
    ['that is empty', '', 'Syntax Error: Unexpected <EOF> (line 1, column 1).'],
    ['that breaks off', '{ site { ', 'Syntax Error: Expected Name, found <EOF> (line 1, column 10).'],
    ['with a mistake', 'query {\n  a(\n}', 'Syntax Error: Expected Name, found "}" (line 3, column 1).'],
    ['of a fragment only', 'fragment F on Cart { id }', 'The document has no operation.'],
    ['of a schema', 'type Query { a: Int }', 'The document has no operation.'],
    ['of two operations', 'query A { a } query B { b }', 'name the one to run in operationName'],
    ['of two operations of one name', 'query A { a } query A { a }', 'The document has two operations named "A".'],
    ['of two operations without a name', '{ a } { a }', 'The document has two operations without a name.'],
    [
      'of two fragments of one name',
      '{ ...F } fragment F on A { a } fragment F on B { b }',
      'The document has two fragments named "F".',
    ],
    ['of very many words', `{ ${'a '.repeat(10_001)} }`, 'Syntax Error: Document contains more that 10000 tokens.'],
    [
      'of very many aliases',
      `{ ${Array.from({ length: 5_000 }, (_, index) => `a${index}:a`).join(' ')} }`,
      'Syntax Error: Document contains more that 10000 tokens.',
    ],
    ['of 33 levels', `${'{a'.repeat(33)}${'}'.repeat(33)}`, 'nested more deeply than 32 levels'],
    ['of thousands of levels', '{a'.repeat(9_000), 'nested more deeply than 32 levels'],
    ['of thousands of lists in lists', `{a(b:${'['.repeat(15_000)}`, 'nested more deeply than 32 levels'],
  ])('with a document %s is rejected', (_, query, words) => {
    expect(() => ask({ query })).toThrow(
      expect.objectContaining({ code: 'invalid_graphql_request', message: expect.stringContaining(words) }),
    );
  });

  test.each([60_000, 101])('with variables of %i levels is rejected', (levels) => {
    const variables: unknown = JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(() => ask({ query: '{ a }', variables })).toThrow('The variables are nested too deeply.');
  });

  test('gets an error message of limited length, regardless of its content', () => {
    const long = 'x'.repeat(200_000);
    for (const body of [
      { query: '{ a }', [long]: 1 },
      { query: '{ a }', operationName: long },
      { query: `{ a } ${long}` },
    ]) {
      expect(() => ask(body)).toThrow(/^.{1,501}$/s);
    }
  });

  test('names an operation that exists', () => {
    expect(() => ask({ query: 'query A { a }', operationName: 'B' })).toThrow(
      'The document has no operation named "B".',
    );
  });
});

describe('introspection', () => {
  test.each([
    '{ __schema { types { name } } }',
    '{ a: __type(name: "Cart") { name } }',
    'query { ...F } fragment F on Query { __schema { types { name } } }',
  ])('%s passes, unless it is turned off', (query) => {
    expect(parse(ask({ query }).query, { noLocation: true })).toEqual(parse(query, { noLocation: true }));
    expect(() => ask({ query }, { allowsIntrospection: false })).toThrow('Introspection is switched off here.');
  });

  test('does not include the fields that clients request for their caches', () => {
    expect(ask({ query: '{ __typename site { __typename } }' }, { allowsIntrospection: false }).query).toContain(
      '__typename',
    );
  });
});
