import type { Transaction } from '../../database/database';
import { offered, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import type { EntityKind } from '../model/catalog-types';
import { chunksOf } from '../../lib/chunks';

// SQLite limits the number of values in a list.
const partSize = 400;

/** No record has the slug yet. */
const unassigned = 0;

/**
 * Locks slugs until the transaction ends, whether or not a record has them. Changing the claims or the owner of a slug
 * requires its lock, so what a transaction reads about a locked slug stays true. Call before rows of the records are
 * written, to avoid deadlocks between slugs and records.
 */
export async function lockSlugs(
  transaction: Transaction,
  { entity, slugs }: { entity: EntityKind; slugs: Iterable<string> },
): Promise<void> {
  // Always in the same order, to avoid deadlocks.
  const rows = [...new Set(slugs)].sort().map((slug) => ({ entity, slug, upstream_id: unassigned }));
  await insertRows(transaction, tables.slugs, {
    rows,
    conflict: {
      columns: ['entity', 'slug'],
      merge: { slug: offered(transaction, 'slug') },
    },
  });
}

/**
 * Writes which record has each of the slugs that the transaction has locked: the primary key prevents a slug from being
 * assigned twice.
 */
export async function assignLockedSlugs(
  transaction: Transaction,
  { entity, held, slugs }: { entity: EntityKind; held: ReadonlySet<string>; slugs: ReadonlyMap<number, string> },
): Promise<void> {
  const holders = new Map([...slugs].map(([id, slug]) => [slug, id]));
  for (const part of chunksOf([...held], partSize)) {
    const free = part.filter((slug) => !holders.has(slug));
    if (free.length > 0) await transaction(tables.slugs).where({ entity }).whereIn('slug', free).delete();
    const stored = await transaction(tables.slugs)
      .where({ entity })
      .whereIn('slug', part)
      .select('slug', 'upstream_id');
    const taken = stored.flatMap(({ slug, upstream_id: id }) => {
      const holder = holders.get(String(slug));
      return holder === undefined || holder === toNumber(id)
        ? []
        : [{ entity, slug: String(slug), upstream_id: holder }];
    });
    await insertRows(transaction, tables.slugs, {
      rows: taken,
      conflict: {
        columns: ['entity', 'slug'],
        merge: { upstream_id: offered(transaction, 'upstream_id') },
      },
    });
  }
}
