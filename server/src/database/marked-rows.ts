import type { Knex } from 'knex';
import { toNumber } from './database';

/** When a product was last marked to be read again; each later mark differs. */
export interface Mark {
  askedVersion: number;
  /** Milliseconds since 1970. */
  dueAt: number;
}

/** The columns of a mark. */
export const markColumns = ['asked_version', 'due_at'] as const;

export const markOf = (row: Record<string, unknown>): Mark => ({
  askedVersion: toNumber(row.asked_version),
  dueAt: toNumber(row.due_at),
});

/**
 * Locks the rows of these products until the transaction ends.
 * @param marked.rows a query within the transaction
 * @param marked.products with their marks as they were read before
 * @returns the ids of the products that have not been marked again since
 */
export async function notMarkedSince({
  rows,
  products,
}: {
  rows: Knex.QueryBuilder;
  products: readonly { id: number; mark: Mark }[];
}): Promise<number[]> {
  const found: Record<string, unknown>[] = await rows
    .whereIn(
      'product_id',
      products.map(({ id }) => id),
    )
    .whereNotNull('due_at')
    .orderBy('product_id')
    .forUpdate()
    .select('product_id', ...markColumns);
  const marks = new Map(found.map((row) => [toNumber(row.product_id), markOf(row)]));
  return products.flatMap(({ id, mark }) => {
    const now = marks.get(id);
    return now?.askedVersion === mark.askedVersion && now.dueAt === mark.dueAt ? id : [];
  });
}
