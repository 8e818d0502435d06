import { expect, test } from 'vitest';
import { readForeignValue } from '../../server/src/field-import/foreign-value';
import { type ImportModel, planImport } from '../../server/src/field-import/import-plan';
import { judgeValue } from '../../server/src/field-import/judge-value';

const read = (value: unknown) => readForeignValue(JSON.stringify(value));
const unreadable = (reason: string) => ({ kind: 'unreadable', reason });

test.each([
  ['the id, and not the product that was chosen before', { productId: 209, name: 'Bowls', id: 111 }],
  ['an id as text', { productId: '209', name: 'Bowls', id: '209' }],
  ['the key of an older version', { product: 209 }],
  ['both keys, if they agree', { product: '209', productId: 209 }],
  ['an older key, if the newer one is empty', { product: 209, productId: '', name: '', id: '' }],
  [
    'a whole product of the store that was saved in its place',
    { id: 209, sku: 'B', images: [{ id: 1 }], productId: 209 },
  ],
])('the product of a value is %s', (_name, value) => {
  expect(read(value)).toEqual({ kind: 'product', id: 209 });
});

test.each([{}, { id: 123 }, { name: 'Mug' }, { sku: 'x' }])(
  'a value %j is not one that the other plugin cleared',
  (value) => {
    expect(read(value)).toEqual({ kind: 'unreadable', reason: 'no_product' });
  },
);

test.each([
  ['without an id', { name: 'Bowls', id: 209 }],
  ['with an empty id', { productId: '', name: '', id: '' }],
  ['with no id at all', { productId: null }],
])('a value %s was cleared', (_name, value) => {
  expect(read(value)).toEqual({ kind: 'cleared' });
});

test.each([
  ['no_product', { sku: 'B', id: 209 }],
  ['no_product', { __proto__: null, entityId: 209 }],
  ['not_an_id', { productId: 'bowls' }],
  ['not_an_id', { productId: -1 }],
  ['not_an_id', { productId: 1.5 }],
  ['not_an_id', { productId: 2 ** 53 }],
  ['not_an_id', { productId: '9007199254740993' }],
  ['not_an_id', { productId: true }],
  ['not_an_id', { product: { id: 209 } }],
  ['not_an_id', { productId: [209] }],
  ['two_products', { product: 209, productId: 210 }],
])('a value is left as unreadable (%s): %j', (reason, value) => {
  expect(read(value)).toEqual(unreadable(reason));
});

test.each([['{"productId":'], [''], ['undefined'], ['{productId: 1}']])('what is no JSON is unreadable: %s', (text) => {
  expect(readForeignValue(text)).toEqual(unreadable('not_json'));
});

test('a value nested a hundred thousand times does not end the process', () => {
  expect(readForeignValue(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).kind).toBe('plain');
  expect(readForeignValue(`{"productId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual(
    unreadable('not_an_id'),
  );
});

const way = (kind: 'one' | 'many', isSameField = false) => ({
  target: { kind, isSameField },
  keepUnknown: false,
  isCached: (id: number) => id === 209,
});
const chosen = JSON.stringify({ productId: 209, name: 'Bowls', id: 209 });
const value = (source: string | null, target: string | null = null) => ({ rowId: 1, source, target });

test('one product becomes an id, or a list of one, whichever our field takes', () => {
  expect(judgeValue(value(chosen), way('one'))).toMatchObject({ outcome: 'converted', productId: 209, write: '209' });
  expect(judgeValue(value(chosen), way('many'))).toMatchObject({ outcome: 'converted', write: '[209]' });
});

test.each([
  ['the product already', '209', 'already'],
  ['the product among others', '[4,209]', 'already'],
  ['another product', '4', 'kept'],
  ['something unreadable', '"too large"', 'kept'],
])('our field is never overwritten: it has %s', (_name, target, outcome) => {
  const judged = judgeValue(value(chosen, target), way('one'));

  expect(judged).toMatchObject({ outcome });
  expect(judged?.write).toBeUndefined();
});

test.each([['null'], ['[]']])('our field with %s has nothing, and takes the product', (target) => {
  expect(judgeValue(value(chosen, target), way('one'))).toMatchObject({ outcome: 'converted' });
});

test('a product that is not cached is left, unless ids are to be kept', () => {
  const unknown = value('{"productId":210}');

  expect(judgeValue(unknown, way('one'))).toEqual({ rowId: 1, productId: 210, outcome: 'unknown', reason: null });
  expect(judgeValue(unknown, { ...way('one'), keepUnknown: true })).toMatchObject({
    outcome: 'converted',
    write: '210',
  });
});

test('in a field that was switched to ours, our own values are nothing to import', () => {
  for (const own of ['209', '[209,4]', '[]', 'null']) expect(judgeValue(value(own), way('one', true))).toBeNull();
  expect(judgeValue(value('"209"'), way('one', true))).toMatchObject({
    outcome: 'unreadable',
    reason: 'not_an_object',
  });
  expect(judgeValue(value('[{"productId":209}]'), way('many', true))).toMatchObject({ outcome: 'unreadable' });
  expect(judgeValue(value('{"name":"Bowls","id":4}'), way('one', true))).toMatchObject({
    outcome: 'cleared',
    write: null,
  });
});

test('a value that is too large is left', () => {
  expect(judgeValue(value(null), way('one'))).toMatchObject({ outcome: 'unreadable', reason: 'too_large' });
});

const model = (foreign: string[], own: string[]): ImportModel => ({
  uid: 'api::page.page',
  table: 'pages',
  foreign: new Map(foreign.map((name) => [name, { column: name }])),
  own: new Map(own.map((name) => [name, { column: name, kind: 'one' }])),
});
const planned = (foreign: string[], own: string[], query = {}) =>
  planImport([model(foreign, own)], query)
    .filter(({ field, target }) => field !== target)
    .map(({ field, target, problem }) => [field, target ?? problem]);

test('the only field of ours takes the products; of several, the one that is named', () => {
  expect(planned(['product'], ['hero'])).toEqual([['product', 'hero']]);
  expect(planned(['product'], [])).toEqual([['product', 'no_target']]);
  expect(planned(['product'], ['hero', 'more'])).toEqual([['product', 'several_targets']]);
  expect(planned(['product'], ['hero', 'more'], { to: 'more' })).toEqual([['product', 'more']]);
  expect(planned(['product'], ['hero'], { to: 'other' })).toEqual([['product', 'no_target']]);
});

test('two fields are never imported into one, where the second would be lost', () => {
  expect(planned(['product', 'gift'], ['hero'])).toEqual([
    ['product', 'shared_target'],
    ['gift', 'shared_target'],
  ]);
  expect(planned(['product', 'gift'], ['hero', 'present'], { field: 'gift', to: 'present' })).toEqual([
    ['gift', 'present'],
  ]);
});

test('a field that is named with --to is the only one of ours that is converted in its place', () => {
  expect(planImport([model([], ['hero', 'switched'])], { to: 'hero' }).map(({ field }) => field)).toEqual(['hero']);
});

test('each field of ours is looked through first, in case it was switched', () => {
  expect(planImport([model(['product'], ['hero'])], {}).map(({ field }) => field)).toEqual(['hero', 'product']);
});
