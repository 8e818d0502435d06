import { conflictOf } from '../database/conflicts';
import { type Database, toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';
import { asciiJson } from '../database/text-encoding';
import {
  mostChangeTries,
  parseSharedDocument,
  SharedDocumentBusyError,
  type SharedDocuments,
} from './shared-documents';

/**
 * Shared documents as rows of the site's database, by its clock. A change reads the row and replaces it if no other
 * instance has meanwhile: two statements, no transaction, and no lock that a hung instance could keep.
 */
export function createKnexSharedDocuments({
  database,
  clock,
}: {
  database: Database;
  clock: DatabaseClock;
}): SharedDocuments {
  const table = () => database(tables.sharedDocuments);
  const read = (name: string): Promise<unknown> =>
    table().where({ name }).first('value', 'version', { now: clock.now() });

  async function rowOf(name: string): Promise<Row | null> {
    const row = await read(name);
    if (isRow(row)) return row;
    await orNone(table().insert({ name, value: 'null', version: 0 }).onConflict('name').ignore());
    return null;
  }

  /** Undefined when another instance was faster; a site may connect with a stricter isolation level than the default. */
  async function orNone<Result>(change: PromiseLike<Result>): Promise<Result | undefined> {
    try {
      return await change;
    } catch (error) {
      if (conflictOf(error) === 'serialization') return undefined;
      throw error;
    }
  }

  return {
    mayBeLost: false,

    async read(name, schema) {
      const row = await read(name);
      const value = isRow(row) ? parseSharedDocument(row.value, schema) : null;
      return value === null || !isRow(row) ? null : { value, now: toNumber(row.now) };
    },

    async change(name, schema, work) {
      for (let tries = 1; tries <= mostChangeTries; tries += 1) {
        const row = await rowOf(name);
        if (row === null) continue;
        const { value, result } = work(parseSharedDocument(row.value, schema), toNumber(row.now));
        const version = toNumber(row.version);
        const next = { value: asciiJson(value), version: version + 1 };
        const updated = await orNone(table().where({ name, version }).update(next));
        if (updated !== undefined && updated > 0) return result;
      }
      throw new SharedDocumentBusyError(`${name} was changed by other instances ${mostChangeTries} times in a row`, {
        data: { name },
      });
    },
  };
}

interface Row {
  value: string;
  version: unknown;
  now: unknown;
}

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' && row !== null && 'value' in row && typeof row.value === 'string';
