import { createHash } from 'node:crypto';
import { type Database, offered, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import type { WrittenRow } from '../database/sqlite-statements';
import { tables } from '../database/tables';

/** A table with the rows of parts, by the id of a product, a category, or a brand. */
export interface PartTable {
  name: string;
  idColumn: 'product_id' | 'category_id' | 'entity_id';
}

/** How many rows of a response were written. */
export interface RowOutcome {
  created: number;
  updated: number;
  unchanged: number;
}

/** A part's row for one id: columns by name, the same ones in each row. */
export interface PartRow {
  id: number;
  columns: WrittenRow;
}

/**
 * Writes the rows that differ from what is stored. The caller must have claimed their ids, so that no other transaction
 * writes them until this one ends.
 */
export async function writeRows(
  transaction: Transaction,
  { name, idColumn }: PartTable,
  {
    partId,
    rows: given,
    beforeUpdate,
  }: {
    partId: number;
    rows: readonly PartRow[];
    /** Called with the ids of stored rows that differ, before they are overwritten; not when there are none. */
    beforeUpdate?: ((ids: readonly number[]) => Promise<void>) | undefined;
  },
): Promise<RowOutcome> {
  const rows = given.map(({ id, columns }) => ({ id, columns: { fingerprint: rowFingerprint(columns), ...columns } }));
  const stored = await fingerprints(transaction, { name, idColumn }, { partId, ids: rows.map(({ id }) => id) });
  const created = rows.filter(({ id }) => !stored.has(id));
  const updated = rows.filter(({ id, columns }) => stored.has(id) && stored.get(id) !== columns.fingerprint);
  if (beforeUpdate && updated.length > 0) await beforeUpdate(updated.map(({ id }) => id));
  const written = [...created, ...updated];
  await insertRows(transaction, name, {
    rows: written.map(({ id, columns }) => ({ part_id: partId, [idColumn]: id, ...columns })),
    conflict: {
      columns: ['part_id', idColumn],
      merge: Object.fromEntries(
        Object.keys(written[0]?.columns ?? {}).map((column) => [column, offered(transaction, column)]),
      ),
    },
  });
  return { created: created.length, updated: updated.length, unchanged: rows.length - written.length };
}

/** The hash by which rows are compared. */
export function rowFingerprint(columns: WrittenRow): string {
  return createHash('sha1').update(JSON.stringify(columns)).digest('base64');
}

async function fingerprints(
  transaction: Transaction,
  { name, idColumn }: PartTable,
  { partId, ids }: { partId: number; ids: number[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction(name)
    .where({ part_id: partId })
    .whereIn(idColumn, ids)
    .select(idColumn, 'fingerprint');
  return new Map(rows.map((row) => [toNumber(row[idColumn]), String(row.fingerprint)]));
}

/** The ids of a part, as passes need them. */
export interface PartIds {
  /** The ids, ascending, that no response since this read version contained. */
  unseen(request: { partId: number; since: number; after: number; limit: number }): Promise<number[]>;
  /** @param connection the transaction under way, if any: on SQLite, it has the only connection */
  count(partId: number, connection?: Database | Transaction): Promise<number>;
  /** Which of these ids the part has. */
  among(partId: number, ids: readonly number[]): Promise<number[]>;
  /** Some ids that a response since this read version contained. */
  seen(request: { partId: number; since: number; limit: number }): Promise<number[]>;
}

export function createKnexPartIds(database: Database, { name, idColumn }: PartTable): PartIds {
  const { marketVersions: versions } = tables;
  const id = `${name}.${idColumn}`;

  const withVersions = (partId: number) =>
    database(name)
      .leftJoin(versions, (join) => {
        join.on(`${versions}.part_id`, `${name}.part_id`).andOn(`${versions}.product_id`, id);
      })
      .where(`${name}.part_id`, partId)
      .orderBy(id);

  return {
    async unseen({ partId, since, after, limit }) {
      const ids: unknown[] = await withVersions(partId)
        .where(id, '>', after)
        .where((row) => void row.where(`${versions}.read_version`, '<', since).orWhereNull(`${versions}.read_version`))
        .limit(limit)
        .pluck(id);
      return ids.map(toNumber);
    },

    async seen({ partId, since, limit }) {
      const ids: unknown[] = await withVersions(partId)
        .where(`${versions}.read_version`, '>=', since)
        .limit(limit)
        .pluck(id);
      return ids.map(toNumber);
    },

    async count(partId, connection = database) {
      const [row] = await connection(name).where({ part_id: partId }).count({ count: '*' });
      return toNumber(row?.count);
    },

    among: (partId, ids) => idsAmong(database, { name, idColumn }, { partId, ids }),
  };
}

/** Which of these ids the part has a row for. */
export async function idsAmong(
  database: Database | Transaction,
  { name, idColumn }: PartTable,
  { partId, ids }: { partId: number; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const found: unknown[] = await database(name)
    .where({ part_id: partId })
    .whereIn(idColumn, [...ids])
    .pluck(idColumn);
  return found.map(toNumber);
}
