import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import type { JoinTable } from '../tables/strapi-tables';

/** The kinds of records that products reference. */
export type NamedEntity = 'category' | 'brand';

/** A product references a record that is not cached (yet). */
export interface MissingLink {
  entity: NamedEntity;
  upstreamId: number;
  productId: number;
  /** Position of the record among those that the product references, starting at 1. */
  position: number;
}

interface LinkedTables {
  product: string;
  category: string;
  brand: string;
  categories: JoinTable;
  brandOf: JoinTable;
}

/**
 * Links that wait for their target. A product may arrive before the category it references: an event for either may be
 * late, or the category may be hidden from the channel for a while. Stored in a separate table, since finding the
 * products that reference a category in their JSON would read every product, with different SQL on each database.
 */
export function createMissingLinks(options: { database: Database; linked: LinkedTables }) {
  const { database, linked } = options;
  const joinTableOf = (entity: NamedEntity) => (entity === 'category' ? linked.categories : linked.brandOf);
  const positionOf = ({ orderColumnName }: JoinTable, position: string) =>
    orderColumnName ? { [orderColumnName]: position } : {};

  return {
    /** Replaces the missing links of these products. */
    async note(
      transaction: Transaction,
      { productIds, missing }: { productIds: readonly number[]; missing: readonly MissingLink[] },
    ): Promise<void> {
      await forget(transaction, productIds);
      const rows = missing.map(({ entity, upstreamId, productId, position }) => ({
        entity,
        upstream_id: upstreamId,
        product_id: productId,
        position,
      }));
      await insertRows(transaction, tables.missingLinks, {
        rows,
        conflict: { columns: ['entity', 'upstream_id', 'product_id'] },
      });
    },

    forget,

    /** What each product waits for, as a sorted list `entity id,entity id`; omits products that wait for nothing. */
    async waitingOf(reader: Database | Transaction, productIds: readonly number[]): Promise<Map<number, string>> {
      if (productIds.length === 0) return new Map();
      const rows = await reader(tables.missingLinks)
        .whereIn('product_id', [...productIds])
        .select('product_id', 'entity', 'upstream_id');
      const waiting = new Map<number, string[]>();
      for (const { product_id: id, entity, upstream_id: upstreamId } of rows) {
        waiting.set(toNumber(id), [...(waiting.get(toNumber(id)) ?? []), `${String(entity)} ${String(upstreamId)}`]);
      }
      return new Map([...waiting].map(([id, names]) => [id, names.sort().join()]));
    },

    /** Links waiting products to these new records; returns the products. */
    async connect(
      transaction: Transaction,
      { entity, ids }: { entity: NamedEntity; ids: readonly number[] },
    ): Promise<number[]> {
      const products = await waitingFor(transaction, { entity, ids }, 'locked');
      if (products.length === 0) return [];
      const join = joinTableOf(entity);
      const columns = {
        [join.joinColumn.name]: 'product.id',
        [join.inverseJoinColumn.name]: 'named.id',
        ...positionOf(join, 'missing.position'),
        ...(join.inverseOrderColumnName && { [join.inverseOrderColumnName]: 'product.id' }),
      };
      const found = transaction({ missing: tables.missingLinks })
        .join({ product: linked.product }, 'product.upstream_id', 'missing.product_id')
        .join({ named: linked[entity] }, 'named.upstream_id', 'missing.upstream_id')
        .where('missing.entity', entity)
        .whereIn('missing.upstream_id', [...ids])
        .select(columns);
      await transaction(database.raw('?? (??)', [join.name, Object.keys(columns)]))
        .insert(found)
        .onConflict()
        .ignore();
      await transaction(tables.missingLinks)
        .where({ entity })
        .whereIn('upstream_id', [...ids])
        .delete();
      return products;
    },

    /** Products related to these records. */
    async relatedTo(
      transaction: Transaction,
      { entity, ids }: { entity: NamedEntity; ids: readonly number[] },
    ): Promise<number[]> {
      if (ids.length === 0) return [];
      const join = joinTableOf(entity);
      const found: unknown[] = await transaction({ link: join.name })
        .join({ product: linked.product }, 'product.id', `link.${join.joinColumn.name}`)
        .join({ named: linked[entity] }, 'named.id', `link.${join.inverseJoinColumn.name}`)
        .whereIn('named.upstream_id', [...ids])
        .distinct()
        .pluck('product.upstream_id');
      return found.map(toNumber);
    },

    /** Call before records are removed: products linked to them wait for them from then on; returns the products. */
    async disconnect(
      transaction: Transaction,
      { entity, ids }: { entity: NamedEntity; ids: readonly number[] },
    ): Promise<number[]> {
      const join = joinTableOf(entity);
      const columns = {
        entity: database.raw('?', [entity]),
        upstream_id: 'named.upstream_id',
        product_id: 'product.upstream_id',
      };
      const position = join.orderColumnName ? `link.${join.orderColumnName}` : database.raw('1');
      const related = transaction({ link: join.name })
        .join({ product: linked.product }, 'product.id', `link.${join.joinColumn.name}`)
        .join({ named: linked[entity] }, 'named.id', `link.${join.inverseJoinColumn.name}`)
        .whereIn('named.upstream_id', [...ids])
        .select({ ...columns, position });
      const names = [...Object.keys(columns), 'position'];
      await transaction(database.raw('?? (??)', [tables.missingLinks, names]))
        .insert(related)
        .onConflict()
        .ignore();
      return waitingFor(transaction, { entity, ids }, 'plain');
    },
  };
}

export type MissingLinks = ReturnType<typeof createMissingLinks>;

async function forget(transaction: Transaction, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  // InnoDB locks the gap when it finds no rows, and hardly any product waits for anything.
  const waiting = await transaction(tables.missingLinks)
    .whereIn('product_id', [...productIds])
    .distinct()
    .pluck('product_id');
  if (waiting.length > 0) await transaction(tables.missingLinks).whereIn('product_id', waiting).delete();
}

async function waitingFor(
  transaction: Transaction,
  { entity, ids }: { entity: NamedEntity; ids: readonly number[] },
  reading: 'locked' | 'plain',
): Promise<number[]> {
  if (ids.length === 0) return [];
  const waiting = transaction(tables.missingLinks)
    .where({ entity })
    .whereIn('upstream_id', [...ids]);
  // A concurrent transaction that drops a product's missing links waits, then also removes the links made from them.
  if (reading === 'locked' && dialectOf(transaction) !== 'sqlite') waiting.forUpdate();
  const found: unknown[] = await waiting.pluck('product_id');
  return [...new Set(found.map(toNumber))];
}
