import type { Transaction } from '../../database/database';
import { offered, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import type { EntityKind } from '../model/catalog-types';
import { chunksOf } from '../../lib/chunks';

// SQLite takes no endless lists of values.
const partSize = 400;

/** Nobody yet. */
const nobody = 0;

/**
 * Locks slugs until the transaction ends, whether or not anybody has them. Whoever changes who claims a slug, or who has it,
 * holds it: so what a transaction reads of a slug that it holds stays true. To be called before rows of the records are
 * written, so that nobody waits for a slug with records that its holder wants.
 */
export async function holdSlugs(
  transaction: Transaction,
  { entity, slugs }: { entity: EntityKind; slugs: Iterable<string> },
): Promise<void> {
  // In one order for everybody, so that no two wait for each other.
  const rows = [...new Set(slugs)].sort().map((slug) => ({ entity, slug, upstream_id: nobody }));
  await insertRows(transaction, tables.slugs, {
    rows,
    conflict: {
      columns: ['entity', 'slug'],
      merge: { slug: offered(transaction, 'slug') },
    },
  });
}

/**
 * Writes who has the slugs that the transaction holds, one record each: their primary key is what keeps a slug from being
 * given twice.
 */
export async function assignHeldSlugs(
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
