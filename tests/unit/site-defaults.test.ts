import { expect, test } from 'vitest';
import { defaultColumns, isComputed, readSiteDefaults } from '../../server/src/catalog/tables/site-defaults';

const columnsOf = (attributes: Record<string, object>) => defaultColumns(readSiteDefaults(attributes));

test.each([
  ['string', 7, '7'],
  ['enumeration', 'fall', 'fall'],
  ['biginteger', '9007199254740993', '9007199254740993'],
  ['integer', '3', 3],
  ['decimal', 1.5, 1.5],
  ['boolean', false, false],
  ['boolean', 'false', false],
  ['boolean', 1, true],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', new Date(2024, 1, 29, 1), '2024-02-29'],
  ['time', '08:30:00', '08:30:00'],
  ['time', new Date(2024, 1, 29, 8, 30), '08:30:00.000'],
  ['datetime', '2024-02-29T12:00:00.000Z', new Date('2024-02-29T12:00:00.000Z')],
  ['json', { columns: [1, 2] }, '{"columns":[1,2]}'],
  ['json', [], '[]'],
  ['json', '{"columns":[]}', '{"columns":[]}'],
  ['json', 'wide', '"wide"'],
  ['text', null, null],
])('the default of an attribute of type %s, %j, is stored as Strapi stores it', (type, value, stored) => {
  expect(columnsOf({ shelf: { type, default: value, columnName: 'shelf_column' } })).toEqual({ shelf_column: stored });
});

test('a default that does not fit its type leaves the column empty, so that it stops no sync', () => {
  for (const type of ['integer', 'biginteger', 'date', 'time', 'datetime'])
    expect(columnsOf({ shelf: { type, default: 'unknown' } })).toEqual({ shelf: null });
});

test('a default that is a function is called for each record', () => {
  let calls = 0;
  const defaults = readSiteDefaults({ numbered: { type: 'integer', default: () => (calls += 1) } });
  expect([defaultColumns(defaults), defaultColumns(defaults)]).toEqual([{ numbered: 1 }, { numbered: 2 }]);
  expect(defaults.map(isComputed)).toEqual([true]);
});

test('Strapi’s own attributes, which have functions as defaults, are none of the site’s', () => {
  const calls = { type: 'string', default: () => 'a' };
  expect(readSiteDefaults({ documentId: calls, publishedAt: { ...calls, type: 'datetime' } })).toEqual([]);
});

test('attributes without a column of their own, or without a default, have none', () => {
  expect(
    columnsOf({
      note: { type: 'string' },
      stories: { type: 'relation', default: 1 },
      look: { type: 'component', default: {} },
      toString: { type: 'toString', default: 'a' },
    }),
  ).toEqual({});
});
