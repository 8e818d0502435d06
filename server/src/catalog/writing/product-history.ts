import type { ChangeOrigin } from '../model/change-origins';
import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { originOf, originText } from '../model/change-origins';
import { tables } from '../../database/tables';
import { z } from 'zod';
import type { CatalogProduct } from '../model/catalog-types';
import { changesBetween, type FieldChange } from '../model/product-differences';
import { keptMarketChanges, marketKind, type PricedFor } from './market-history';
import type { SlugMove } from './slug-store';
import { storedProductColumns, storedProductOf, type StoredProduct } from '../tables/stored-product';
import { chunksOf } from '../../lib/chunks';

/** How many changes are kept per product. */
const keptChanges = 20;

/** How many fields are listed per change. */
const maxListedFields = 30;

// SQLite limits the number of values in a list.
const partSize = 400;

/** One change of a product, as shown. */
export interface ProductChange {
  /** Products created by a run get no `created` entry: the first sync would write one for each product. */
  kind: 'created' | 'updated' | 'removed' | 'market';
  at: Date;
  origin: ChangeOrigin | null;
  changes: FieldChange[];
  /** How many more changed fields are not listed. */
  more: number;
  /** Only for kind `market`: which prices changed. */
  pricedFor?: PricedFor | undefined;
}

// The origin of a deletion after retention, which no upstream request triggered.
const retentionOrigin = 'retention';

interface Noted {
  id: number;
  kind: ProductChange['kind'];
  changes: readonly FieldChange[];
}

/**
 * The change history of products, written in the transaction that changes them. Costs nothing if nothing changes, and
 * nothing for products created by a run.
 */
export function createProductHistory({ productTable }: { productTable: string }) {
  async function insert(
    transaction: Transaction,
    noted: readonly Noted[],
    { origin, now }: { origin: ChangeOrigin | null; now: Date },
  ): Promise<void> {
    const rows = noted.map(({ id, kind, changes }) => ({
      upstream_id: id,
      kind,
      origin: origin ? originText(origin) : retentionOrigin,
      changed_at: now.getTime(),
      changes: JSON.stringify({
        changes: changes.slice(0, maxListedFields),
        more: Math.max(0, changes.length - maxListedFields),
      }),
    }));
    await insertRows(transaction, tables.productChanges, { rows });
  }

  async function prune(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const ranked = transaction(tables.productChanges)
      .whereNot({ kind: marketKind })
      .whereIn('upstream_id', [...ids])
      .select('id', transaction.raw('row_number() over (partition by upstream_id order by id desc) as place'));
    const old: unknown[] = await transaction.from(ranked.as('ranked')).where('place', '>', keptChanges).pluck('id');
    // By id: a range would lock its neighbors on MySQL.
    if (old.length > 0) await transaction(tables.productChanges).whereIn('id', old.map(toNumber)).delete();
  }

  async function forget(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const old: unknown[] = await transaction(tables.productChanges)
      .whereIn('upstream_id', [...ids])
      .pluck('id');
    for (const some of chunksOf(old.map(toNumber), partSize))
      await transaction(tables.productChanges).whereIn('id', some).delete();
  }

  return {
    /** Products as they are stored before a change; none whose row is damaged: the change replaces it. */
    async read(transaction: Transaction, ids: readonly number[]): Promise<Map<number, StoredProduct>> {
      if (ids.length === 0) return new Map();
      const rows: Record<string, unknown>[] = await transaction(productTable)
        .whereIn('upstream_id', [...ids])
        .select(storedProductColumns);
      return new Map(rows.flatMap(readable));
    },

    /** Records what a write changed. */
    async noteWritten(transaction: Transaction, written: WrittenProducts): Promise<void> {
      const { before, after, created, moves, origin, now } = written;
      const changes = new Map<number, FieldChange[]>();
      for (const product of after) {
        const was = before.get(product.id);
        if (was) changes.set(product.id, changesBetween(was, product));
      }
      for (const { id, from, to } of moves) {
        if (!created.has(id))
          changes.set(id, [...(changes.get(id) ?? []), { field: 'slug', item: null, part: null, from, to }]);
      }
      const updated = [...changes].flatMap(([id, fields]): Noted[] =>
        fields.length === 0 ? [] : [{ id, kind: 'updated', changes: fields }],
      );
      const made = origin.kind === 'run' ? [] : [...created].map((id): Noted => ({ id, kind: 'created', changes: [] }));
      if (updated.length + made.length === 0) return;
      await insert(transaction, [...made, ...updated], { origin, now });
      if (updated.length > 0)
        await prune(
          transaction,
          updated.map(({ id }) => id),
        );
    },

    /** Records a withdrawal; earlier entries are kept. */
    async noteWithdrawn(
      transaction: Transaction,
      withdrawn: ReadonlyMap<number, string>,
      at: { origin: ChangeOrigin; now: Date },
    ): Promise<void> {
      if (withdrawn.size === 0) return;
      await insert(transaction, removalsOf(withdrawn), at);
      await prune(transaction, [...withdrawn.keys()]);
    },

    /** For a permanently deleted product, only the removal is kept, with the relations deleted with it. */
    async noteDeleted(transaction: Transaction, deleted: readonly DeletedProduct[], now: Date): Promise<void> {
      await forget(
        transaction,
        deleted.map(({ id }) => id),
      );
      const noted = deleted.map(
        ({ id, title, relations }): Noted => ({ id, kind: 'removed', changes: [titleRemoved(title), ...relations] }),
      );
      await insert(transaction, noted, { origin: null, now });
    },

    /** For a removed product, only the removal is kept, with its title; earlier entries are dropped. */
    async noteRemoved(
      transaction: Transaction,
      removed: ReadonlyMap<number, string>,
      at: { origin: ChangeOrigin; now: Date },
    ): Promise<void> {
      if (removed.size === 0) return;
      await forget(transaction, [...removed.keys()]);
      await insert(transaction, removalsOf(removed), at);
    },
  };
}

function removalsOf(titles: ReadonlyMap<number, string>): Noted[] {
  return [...titles].map(([id, title]) => ({ id, kind: 'removed', changes: [titleRemoved(title)] }));
}

const titleRemoved = (title: string): FieldChange => ({
  field: 'title',
  item: null,
  part: null,
  from: title,
  to: null,
});

export type ProductHistory = ReturnType<typeof createProductHistory>;

export interface DeletedProduct {
  id: number;
  title: string;
  relations: readonly FieldChange[];
}

export interface WrittenProducts {
  /** The products that were already stored and differ. */
  before: ReadonlyMap<number, StoredProduct>;
  after: readonly CatalogProduct[];
  created: ReadonlySet<number>;
  moves: readonly SlugMove[];
  origin: ChangeOrigin;
  now: Date;
}

const storedChanges = z.object({
  changes: z.array(
    z.object({
      field: z.string(),
      item: z.string().nullable(),
      part: z.string().nullable(),
      from: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      to: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    }),
  ),
  more: z.int(),
  pricedFor: z.object({ channelId: z.int(), currency: z.string(), customerGroupId: z.int().nullable() }).optional(),
});

const kinds = z.enum(['created', 'updated', 'removed', 'market']);

/** The stored changes of a product, newest first. */
export async function readProductChanges(database: Database, id: number): Promise<ProductChange[]> {
  const rows: Record<string, unknown>[] = await database(tables.productChanges)
    .where({ upstream_id: id })
    .orderBy('id', 'desc')
    .limit(keptChanges + keptMarketChanges);
  return rows.map((row) => ({
    kind: kinds.parse(row.kind),
    at: new Date(toNumber(row.changed_at)),
    origin: originOf(row.origin),
    ...storedChanges.parse(JSON.parse(String(row.changes))),
  }));
}

function readable(row: Record<string, unknown>): [number, StoredProduct][] {
  try {
    return [[toNumber(row.upstream_id), storedProductOf(row)]];
  } catch {
    // A value that no product can have, written by hand or by the site: there is nothing to compare with.
    return [];
  }
}
