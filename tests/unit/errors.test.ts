import { expect, test } from 'vitest';
import { describeError, describeRefusal } from '../../server/src/lib/errors';

const statement = "insert into `commerce_bridge_run_failures` (`name`, `reason`) values ('Tea - 茶', 'it - was')";

test.each([
  [
    'MySQL',
    Object.assign(new Error(`${statement} - Incorrect string value: 'x' for column`), {
      sqlMessage: "Incorrect string value: 'x' for column",
    }),
    "Incorrect string value: 'x' for column",
  ],
  [
    'PostgreSQL',
    new Error(`${statement} - value too long for type character varying(255)`),
    'value too long for type character varying(255)',
  ],
  ['SQLite', new Error('update `a` set `b` = 1 - SQLITE_BUSY: database is locked'), 'SQLITE_BUSY: database is locked'],
])("database errors keep the database's message, without the statement: %s", (_database, error, words) => {
  expect(describeError(error)).toBe(words);
  expect(describeRefusal(error)).toBe(words);
});

test("database errors keep the database's message, without the statement", () => {
  expect(describeError(new Error(`${statement} - no such table`))).toBe('no such table');
});

test('other errors keep their message unchanged', () => {
  expect(describeError(new Error('The store cannot be reached - again'))).toBe('The store cannot be reached - again');
  expect(describeError('words')).toBe('words');
});
