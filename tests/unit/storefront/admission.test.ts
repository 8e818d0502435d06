import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { addTypenameToDocument } from '@apollo/client/utilities';
import { gql } from '@apollo/client/core';
import { createRequest, formatDocument, stringifyDocument } from '@urql/core';
import { type DocumentNode, parse, print } from 'graphql';
import { z } from 'zod';
import { seconds } from '../../../server/src/lib/durations';
import { admit } from '../../../server/src/storefront/admission';
import { createSafelists, readSafelist, type Safelist } from '../../../server/src/storefront/graphql-safelist';
import { createKnownDocuments } from '../../../server/src/storefront/lru-known-documents';
import { readProxyRequest } from '../../../server/src/storefront/proxy-request';
import { HastyClock } from '../../support/clocks';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function aFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelist-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const open = { readDocument: createKnownDocuments(), allowsIntrospection: true, safelist: null };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** What is sent, its body parsed, and whether it may be sent again. */
function ask(body: unknown, rules: { allowsIntrospection?: boolean; safelist?: Safelist } = {}) {
  const { body: sent, isRepeatable } = admit(readProxyRequest(body), { ...open, ...rules });
  return { ...sentBody.parse(JSON.parse(sent)), isRepeatable };
}

/** A document without what only says how it is laid out. */
const meaningOf = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(parse(text, { noLocation: true }), (key, value: unknown) => (key === 'block' ? undefined : value)),
  );

const flat = (printed: string): string => printed.replace(/\n +/g, '\n');

const sentBody = z.strictObject({
  query: z.string(),
  variables: z.unknown().optional(),
  operationName: z.string().optional(),
});

describe('a request', () => {
  test('is sent as it was read: document, variables and the name of the operation', () => {
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
  ])('with %s means the same when it is sent', (_, query) => {
    const { query: sent } = ask({ query });
    expect(meaningOf(sent)).toEqual(meaningOf(query));
  });

  test.each([
    ['a block string of thousands of lines', `{b(c:"""${'x\n'.repeat(20_000)}x""")}`],
    ['thousands of fields', `{${'b '.repeat(9_000)}}`],
    ['lists in objects in lists', `{b(c:${'[{d:'.repeat(500)}1${'}]'.repeat(500)})}`],
  ])('with %s deep within is sent about as long as it came', (_, selection) => {
    const query = `${'{a'.repeat(31)}${selection}${'}'.repeat(31)}`;
    const { query: sent } = ask({ query });
    expect(sent.length).toBeLessThan(2 * query.length);
    expect(meaningOf(sent)).toEqual(meaningOf(query));
  });

  test('names each of its parts once, whatever came twice', () => {
    const twice = '{"query":"{ secret }","query":"{ a }","variables":{"x":1,"x":2},"variables":{"y":1,"y":2}}';
    const { body } = admit(readProxyRequest(JSON.parse(twice)), open);
    expect(body).toBe(JSON.stringify({ query: '{\na\n}', variables: { y: 2 } }));
  });

  test.each([
    ['12345678901234567890', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['-9007199254740993', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['1e400', 'variables.input.0.id is a number that cannot be passed on exactly'],
    ['{"__proto__":{"a":1}}', 'variables.input.0.id has a key __proto__'],
  ])('with %s among its variables is refused instead of changed', (value, words) => {
    const body: unknown = JSON.parse(`{"query":"{ a }","variables":{"input":[{"id":${value}}]}}`);
    expect(() => ask(body)).toThrow(
      expect.objectContaining({ code: 'invalid_graphql_request', message: expect.stringContaining(words) }),
    );
    expect(() => ask(JSON.parse('{"query":"{ a }","variables":{"__proto__":{"a":1}}}'))).toThrow('__proto__');
  });

  test('with numbers that JSON keeps has them sent as they are', () => {
    const variables = {
      largest: 9_007_199_254_740_991,
      smallest: -9_007_199_254_740_991,
      price: 19.99,
      tiny: 1e-7,
      none: 0,
    };
    expect(ask({ query: '{ a }', variables }).variables).toEqual(variables);
  });

  test('may be repeated when it only reads', () => {
    expect(ask({ query: 'mutation { logout { result } }' }).isRepeatable).toBe(false);
    const both = 'query A { a } mutation B { b }';
    expect(ask({ query: both, operationName: 'A' }).isRepeatable).toBe(true);
    expect(ask({ query: both, operationName: 'B' }).isRepeatable).toBe(false);
  });

  test.each([
    [[{ query: '{ a }' }], 'Several requests in one are not taken'],
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
  ])('%j is refused: %s', (body, words) => {
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
    ['of two operations', 'query A { a } query B { b }', 'say in operationName which one to run'],
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
  ])('with a document %s is refused', (_, query, words) => {
    expect(() => ask({ query })).toThrow(
      expect.objectContaining({ code: 'invalid_graphql_request', message: expect.stringContaining(words) }),
    );
  });

  test.each([60_000, 101])('with variables of %i levels is refused', (levels) => {
    const variables: unknown = JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(() => ask({ query: '{ a }', variables })).toThrow('The variables are nested too deeply.');
  });

  test('is told why in words of bounded length, whatever it holds', () => {
    const long = 'x'.repeat(200_000);
    for (const body of [
      { query: '{ a }', [long]: 1 },
      { query: '{ a }', operationName: long },
      { query: `{ a } ${long}` },
    ]) {
      expect(() => ask(body)).toThrow(/^.{1,501}$/s);
    }
  });

  test('names an operation that is there', () => {
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
  ])('%s passes, unless it is switched off', (query) => {
    expect(parse(ask({ query }).query, { noLocation: true })).toEqual(parse(query, { noLocation: true }));
    expect(() => ask({ query }, { allowsIntrospection: false })).toThrow('Introspection is switched off here.');
  });

  test('is not what clients ask for to fill their caches', () => {
    expect(ask({ query: '{ __typename site { __typename } }' }, { allowsIntrospection: false }).query).toContain(
      '__typename',
    );
  });
});

const readCart = `# Reads a cart.
query ReadCart($id: String!) {
  site { cart(entityId: $id) { entityId ...Lines } }
}
fragment Lines on Cart { lineItems { physicalItems { name quantity } } }
`;

describe('a safelist', () => {
  const readSafelistOf = (folder: string) => readSafelist({ folder, root: tmpdir() });
  const aSafelist = () =>
    readSafelistOf(
      aFolder({
        'read-cart.graphql': readCart,
        'cart/mutations.gql':
          'mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ...Cart } } } } mutation Drop { cart { __typename } }',
        'cart/fragments.graphql':
          'fragment Cart on Cart { entityId ...Amount }\nfragment Amount on Cart { amount { value } }',
        'notes.txt': 'not a document',
      }),
    );

  test('lets its operations through, however a client lays them out', async () => {
    const safelist = await aSafelist();
    expect(safelist.size).toBe(3);
    const document = parse(readCart);
    const asUrql: DocumentNode = JSON.parse(JSON.stringify(formatDocument(createRequest(readCart, {}).query)));
    const ways = [
      readCart,
      print(document),
      readCart.replaceAll('\n', ' ').replace('# Reads a cart.', ''),
      print(addTypenameToDocument(document)),
      stringifyDocument(asUrql),
      print({ ...document, definitions: [...document.definitions].reverse() }),
    ];
    expect(new Set(ways).size).toBe(6);
    for (const query of ways) expect(ask({ query }, { safelist })).toMatchObject({ query: flat(print(parse(query))) });
    const add =
      'mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ...Cart } } } } fragment Amount on Cart { amount { value } } fragment Cart on Cart { entityId ...Amount }';
    expect(ask({ query: add }, { safelist }).query).toBe(flat(print(parse(add))));
  });

  test.each([
    ['another field', readCart.replace('name', 'name sku')],
    ['another fragment under the same name', readCart.replace('quantity', 'url')],
    ['another argument', readCart.replace('$id)', '"mine")')],
    ['an alias', readCart.replace('entityId ', 'a: entityId ')],
    ['another operation', 'query Other { site { settings { storeName } } }'],
    ['one that is known beside one that is not', `${readCart} mutation Other { logout { result } }`],
    ['the same under another name', readCart.replace('ReadCart', 'Other')],
  ])('stops %s', async (_, query) => {
    const safelist = await aSafelist();
    const operationName = query.includes('ReadCart') ? 'ReadCart' : null;
    expect(() => ask({ query, operationName }, { safelist })).toThrow(
      'This document is not on the safelist of this site.',
    );
  });

  test('knows its documents by the hash of what clients send, with the name of the operation or without', async () => {
    const safelist = await aSafelist();
    const byHash = (text: string, operationName: string | null = null) =>
      ask({ operationName, extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } } }, { safelist });
    const asApollo = print(addTypenameToDocument(gql(readCart)));
    expect(byHash(asApollo)).toMatchObject({ query: flat(asApollo), isRepeatable: true });
    expect(byHash(asApollo, 'ReadCart')).toMatchObject({ query: flat(asApollo), operationName: 'ReadCart' });
    expect(byHash(readCart).query).toBe(flat(print(parse(readCart))));
    expect(byHash(print(parse(readCart))).query).toBe(flat(print(parse(readCart))));
    expect(() => byHash(asApollo, 'Add')).toThrow(/^PersistedQueryNotFound$/);
    expect(() => byHash('{ other }')).toThrow(/^PersistedQueryNotFound$/);
  });

  test('is needed for persisted queries', () => {
    expect(() => ask({ extensions: { persistedQuery: { version: 1, sha256Hash: sha256('x') } } })).toThrow(
      /^PersistedQueryNotSupported$/,
    );
  });

  test('that cannot be used says why, and lets nothing through', async () => {
    await expect(readSafelistOf(join(tmpdir(), 'nowhere-at-all'))).rejects.toMatchObject({
      code: 'safelist_unusable',
      message: expect.stringContaining('ENOENT'),
    });
    await expect(readSafelistOf(aFolder({}))).rejects.toThrow('has no .graphql file');
    await expect(readSafelistOf(aFolder({ 'broken.graphql': 'query {' }))).rejects.toThrow(
      /broken\.graphql of the safelist cannot be used: Syntax Error: .+ \(line 1, column 8\)\./,
    );
  });

  test('lies below the site’s own folder, wherever links lead, and says nothing of what does not', async () => {
    const machine = aFolder({ 'secret.graphql': 'hunter2 { a }', 'passwords.txt': 'hunter2' });
    const root = aFolder({ 'safelist/a.graphql': '{ a }' });
    symlinkSync(machine, join(root, 'linked'));
    mkdirSync(join(root, 'mixed'));
    symlinkSync(join(machine, 'passwords.txt'), join(root, 'mixed', 'a.graphql'));
    symlinkSync(join(root, 'safelist'), join(root, 'inside'));
    const refusal = async (folder: string) => {
      const error: unknown = await readSafelist({ folder, root }).catch((caught: unknown) => caught);
      expect(String(error)).toContain("is not below the site's folder");
      expect(inspect(error)).not.toContain('hunter2');
    };
    for (const folder of [
      machine,
      join(root, 'linked'),
      join(root, 'mixed'),
      join(root, '..'),
      root,
      join(root, 'safelist/../../x/..'),
    ])
      await refusal(folder);
    expect((await readSafelist({ folder: join(root, 'inside'), root })).size).toBe(1);
    await expect(readSafelist({ folder: join(root, 'a\0b'), root })).rejects.toMatchObject({
      code: 'safelist_unusable',
    });
  });

  test('is read once, and again after five seconds when it could not be read', async () => {
    const folder = aFolder({ 'cart/a.graphql': '{ a }' });
    const clock = new HastyClock();
    const safelists = createSafelists({ root: join(folder, '..'), clock });
    const relative = folder.split('/').at(-1) ?? '';
    expect((await safelists.of(relative)).size).toBe(1);
    writeFileSync(join(folder, 'b.graphql'), '{ b }');
    expect((await safelists.of(folder)).size).toBe(1);

    const later = `${folder}-later`;
    await expect(safelists.of(later)).rejects.toThrow(later);
    mkdirSync(later);
    folders.push(later);
    writeFileSync(join(later, 'c.graphql'), '{ c }');
    await expect(safelists.of(later)).rejects.toThrow(later);
    clock.advance(seconds(5));
    expect((await safelists.of(later)).size).toBe(1);
  });
});
