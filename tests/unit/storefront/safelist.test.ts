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
import { HastyClock } from '../../support/time/clocks';

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
/** The body to send, its parsed form, and whether the request can be repeated. */
function ask(body: unknown, rules: { allowsIntrospection?: boolean; safelist?: Safelist } = {}) {
  const { body: sent, isRepeatable } = admit(readProxyRequest(body), { ...open, ...rules });
  return { ...sentBody.parse(JSON.parse(sent)), isRepeatable };
}

const flat = (printed: string): string => printed.replace(/\n +/g, '\n');

const sentBody = z.strictObject({
  query: z.string(),
  variables: z.unknown().optional(),
  operationName: z.string().optional(),
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

  test('lets its operations through, however a client formats them', async () => {
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
    ['one that is known together with one that is not', `${readCart} mutation Other { logout { result } }`],
    ['the same under another name', readCart.replace('ReadCart', 'Other')],
  ])('blocks %s', async (_, query) => {
    const safelist = await aSafelist();
    const operationName = query.includes('ReadCart') ? 'ReadCart' : null;
    expect(() => ask({ query, operationName }, { safelist })).toThrow(
      'This document is not on the safelist of this site.',
    );
  });

  test('recognizes documents by the hash that clients send, with or without the operation name', async () => {
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

  test('is required for persisted queries', () => {
    expect(() => ask({ extensions: { persistedQuery: { version: 1, sha256Hash: sha256('x') } } })).toThrow(
      /^PersistedQueryNotSupported$/,
    );
  });

  test('that is unusable says why, and lets nothing through', async () => {
    await expect(readSafelistOf(join(tmpdir(), 'nowhere-at-all'))).rejects.toMatchObject({
      code: 'safelist_unusable',
      message: expect.stringContaining('ENOENT'),
    });
    await expect(readSafelistOf(aFolder({}))).rejects.toThrow('has no .graphql file');
    await expect(readSafelistOf(aFolder({ 'broken.graphql': 'query {' }))).rejects.toThrow(
      /broken\.graphql of the safelist cannot be used: Syntax Error: .+ \(line 1, column 8\)\./,
    );
  });

  test('must be inside the site’s own folder, even through symlinks, and reveals nothing of other files', async () => {
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

  test('is read once, and again after five seconds if that failed', async () => {
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
