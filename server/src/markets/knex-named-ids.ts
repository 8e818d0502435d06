import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import type { TextsPart } from './market-parts';

/** The ids that have texts in a part: products that the channel sells, its visible categories, and all brands. */
export interface NamedIds {
  /** Ascending, from the first one after this id. */
  after(request: {
    kind: TextsPart['kind'];
    /** The membership or the categories of the same channel; null for brands. */
    ownerId: number | null;
    after: number;
    limit: number;
  }): Promise<number[]>;
}

/** Strapi's tables of cached records. */
export interface NamedTables {
  productTable: string;
  brandTable: string;
}

export function createKnexNamedIds(database: Database, { productTable, brandTable }: NamedTables): NamedIds {
  const { marketMembers: members, marketCategories: categories } = tables;

  const cached = (table: string) => database(table).whereNull(`${table}.withdrawn_at`);
  const rowsOf = (kind: TextsPart['kind'], ownerId: number | null) => {
    if (kind === 'brand texts') return { rows: cached(brandTable), id: `${brandTable}.upstream_id` };
    if (kind === 'category texts')
      return {
        rows: database(categories).where({ part_id: ownerId, is_visible: true }),
        id: `${categories}.category_id`,
      };
    const id = `${productTable}.upstream_id`;
    const sold = cached(productTable).join(members, `${members}.product_id`, id);
    return { rows: sold.where(`${members}.part_id`, ownerId), id };
  };

  return {
    async after({ kind, ownerId, after, limit }) {
      const { rows, id } = rowsOf(kind, ownerId);
      const ids: unknown[] = await rows.where(id, '>', after).orderBy(id).limit(limit).pluck(id);
      return ids.map(toNumber);
    },
  };
}
