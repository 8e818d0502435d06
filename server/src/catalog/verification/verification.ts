import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import { noteCategoryChange } from '../product-index/category-slugs';
import { lockSlugs } from '../writing/slug-locks';
import { settleSlugs } from '../writing/slug-store';
import type { CatalogTables } from '../tables/strapi-tables';
import type { Defect } from './verified-kinds';
import type { Leftovers } from './verify-leftovers';
import type { ProductVerification } from './verify-products';
import type { TaxonomyVerification } from './verify-taxonomy';

/** The last record that was checked; earlier entities are complete. */
export interface VerifiedUpTo {
  entity: EntityKind;
  after: number;
}

/** What one chunk of a pass found. */
export interface VerifiedPiece {
  entity: EntityKind;
  checked: number;
  repaired: { id: number; kinds: Defect[] }[];
  leftovers: number;
  /** Null: the pass is complete. */
  next: VerifiedUpTo | null;
}

// Deriving a product again takes up to a millisecond and blocks the event loop meanwhile.
const sizes: Record<EntityKind, number> = { category: 100, brand: 100, product: 20 };
const order: readonly EntityKind[] = ['category', 'brand', 'product'];
const rest = milliseconds(4);

export const verificationStart: VerifiedUpTo = { entity: 'category', after: -1 };

/**
 * Compares everything that is derived from cached records with the records, chunk by chunk, and repairs differences. A
 * matching fingerprint proves nothing about the other columns, so the columns themselves are read.
 */
export function createVerification(options: {
  database: Database;
  tables: CatalogTables;
  changes: Pick<CatalogChanges, 'transaction' | 'collect'>;
  products: ProductVerification;
  taxonomy: TaxonomyVerification;
  leftovers: Leftovers;
  loop: Pick<EventLoop, 'rest'>;
}) {
  const { database, changes, products, taxonomy } = options;
  const tables = options.tables.tables;

  async function suspectsOf(entity: EntityKind, after: number): Promise<{ ids: number[]; suspects: number[] }> {
    const request = { after, limit: sizes[entity] };
    const rows = await (entity === 'product'
      ? products.rowsAfter(database, request)
      : taxonomy.rowsAfter(database, { entity, ...request }));
    const found = await (entity === 'product'
      ? products.suspects(database, rows)
      : taxonomy.suspects(database, { entity, rows }));
    return { ids: rows.map((row) => toNumber(row.upstream_id)), suspects: [...found.keys()] };
  }

  async function repair(entity: EntityKind, ids: readonly number[]): Promise<VerifiedPiece['repaired']> {
    return changes.transaction(async (transaction) => {
      // Writers lock their slugs before they lock rows.
      const claims: unknown[] = await transaction(tables[entity])
        .whereIn('upstream_id', [...ids])
        .whereNotNull('slug_claim')
        .pluck('slug_claim');
      const touched = claims.map(String);
      await lockSlugs(transaction, { entity, slugs: touched });
      const found = await (entity === 'product'
        ? products.repair(transaction, ids)
        : taxonomy.repair(transaction, { entity, ids }));
      const moves = await settleSlugs(transaction, {
        entity,
        table: tables[entity],
        touched,
        held: new Set(touched),
        created: new Set(),
      });
      for (const kinds of found.values()) kinds.delete('slug');
      for (const { id } of moves) found.set(id, (found.get(id) ?? new Set<Defect>()).add('slug'));
      const repaired = [...found].flatMap(([id, kinds]) => (kinds.size === 0 ? [] : [{ id, kinds: [...kinds] }]));
      if (entity === 'category' && repaired.length > 0) await noteCategoryChange(transaction);
      changes.collect(transaction, { entity, kind: 'updated', ids: repaired.map(({ id }) => id) });
      return repaired;
    });
  }

  return async function verifyPiece({ entity, after }: VerifiedUpTo): Promise<VerifiedPiece> {
    const isStart = entity === verificationStart.entity && after === verificationStart.after;
    const leftovers = isStart ? await options.leftovers.remove() : 0;
    const { ids, suspects } = await suspectsOf(entity, after);
    const repaired = suspects.length === 0 ? [] : await repair(entity, suspects);
    await options.loop.rest(rest);
    const last = ids.at(-1);
    const following = order[order.indexOf(entity) + 1];
    const isLast = last === undefined || ids.length < sizes[entity];
    const next = isLast ? (following === undefined ? null : { entity: following, after: -1 }) : { entity, after: last };
    return { entity, checked: ids.length, repaired, leftovers, next };
  };
}

export type VerifyPiece = ReturnType<typeof createVerification>;
