import type { Knex } from 'knex';
import { type Database, dialectOf } from '../../database/database';
import type { Order } from './page';
import type { ProductScope } from './product-scope';

/** The last row before a page of a list. */
export interface Cursor {
  value: Knex.Value;
  id: number;
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
 * A page of the ids of several scopes, in one order. Each scope contributes its own first rows, which are merged: only
 * rows on this page or before it are sorted.
 */
export function walkTogether(
  database: Database,
  { scopes, direction, limit, offset }: WalkTogether,
): Knex.QueryBuilder {
  // SQLite merges index scans when the whole union is selected, but sorts limited parts: merging takes a quarter of the
  // time in the middle of 100,000 rows. The other databases sort everything that no limit excludes.
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
