import type { Knex } from 'knex';
import { type Database, dialectOf, toNumber } from '../../database/database';
import type { ListMemory, Remembered } from './list-memory';
import type { Order } from './page';
import type { ProductScope } from './product-scope';

/** The last row before a page of a list. */
export interface Cursor {
  value: Knex.Value;
  id: number;
}

/** How to reach an offset: start after this cursor (null: at the start), then skip this many rows. */
export interface Start {
  after: Cursor | null;
  skip: number;
}

export interface WalkRequest extends Pick<Order, 'direction'> {
  scope: ProductScope;
}

export interface WalkTogether extends Pick<Order, 'direction'> {
  /** Same order, with no product in common. */
  scopes: readonly ProductScope[];
  limit: number;
  offset: number;
}

// Rows that a page may have to skip: along an index, some tens of microseconds.
const distance = 1000;
const mostLists = 200;

/** The scope's ids in order, after a cursor. */
export function walk({ scope, direction }: WalkRequest, after: Cursor | null): Knex.QueryBuilder {
  const query = scope
    .query()
    .select({ id: scope.idColumn })
    .orderBy([
      { column: scope.orderColumn, order: direction },
      { column: scope.idColumn, order: direction },
    ]);
  if (!after) return query;
  const [past, from] = direction === 'desc' ? ['<', '<='] : ['>', '>='];
  // Every database can start its index scan from the first condition.
  return query.where(scope.orderColumn, from, after.value).where((either) => {
    either.where(scope.orderColumn, past, after.value).orWhere(scope.idColumn, past, after.id);
  });
}

/**
 * Some of the ids of several scopes in one order. Each scope contributes its own first rows, which are merged: only rows
 * on this page or before it are sorted.
 */
export function walkTogether(
  database: Database,
  { scopes, direction, limit, offset }: WalkTogether,
): Knex.QueryBuilder {
  // SQLite scans indexes in parallel if asked for the whole union, but sorts limited parts: parallel takes a quarter of the
  // time in the middle of 100,000. The other databases sort everything that no limit excludes.
  const isSideBySide = dialectOf(database) === 'sqlite' && scopes.every(({ isIndexed }) => isIndexed);
  const wholes = () =>
    scopes.map(({ query, idColumn, orderColumn }) => query().select({ id: idColumn, value: orderColumn }));
  const firsts = () =>
    scopes.map((scope) => {
      const first = walk({ scope, direction }, null).select({ value: scope.orderColumn });
      return database.select('*').from(first.limit(offset + limit).as('listed_part'));
    });
  const merged = isSideBySide
    ? database.unionAll(wholes())
    : database.queryBuilder().select('id').from(database.unionAll(firsts()).as('listed'));
  return merged
    .orderBy([
      { column: 'value', order: direction },
      { column: 'id', order: direction },
    ])
    .limit(limit)
    .offset(offset);
}

/**
 * Keeps cursors in lists, one for each thousand rows, so that page 5,000 costs little more than page 1: the first request
 * for a far page scans to it from the nearest known cursor, and later requests start there.
 */
export function createPageCursors(memory: ListMemory) {
  const lists = memory.kindOf<Map<number, Cursor>>(mostLists);

  async function readCursor(request: WalkRequest, { after, skip }: Start): Promise<Cursor | null> {
    const row: { id: unknown; value: Knex.Value } | undefined = await walk(request, after)
      .select({ value: request.scope.orderColumn })
      .offset(skip)
      .first();
    return row ? { id: toNumber(row.id), value: row.value } : null;
  }

  /** @param list names the scope and the order */
  return async function startAt(
    request: WalkRequest,
    { list, offset }: { list: Remembered; offset: number },
  ): Promise<Start> {
    const cell = Math.floor(offset / distance);
    if (cell === 0 || !request.scope.isIndexed) return { after: null, skip: offset };
    const cursors = await memory.remember(lists, list, async () => new Map());
    let nearest = cell;
    while (nearest > 0 && !cursors.has(nearest)) nearest -= 1;
    const known = cursors.get(nearest) ?? null;
    if (nearest === cell) return { after: known, skip: offset - cell * distance };

    const cursor = await readCursor(request, { after: known, skip: (cell - nearest) * distance - 1 });
    // The list has become shorter in the meantime.
    if (!cursor) return { after: null, skip: offset };
    cursors.set(cell, cursor);
    return { after: cursor, skip: offset - cell * distance };
  };
}
