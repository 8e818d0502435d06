import type { Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { EntityKind } from '../model/catalog-types';
import type { CatalogTables, JoinTable } from '../tables/strapi-tables';

/** Columns that are not content of the record, or that are derived from other columns. */
const leftOut = new Set([
  'id',
  'document_id',
  'upstream_id',
  'created_at',
  'updated_at',
  'published_at',
  'synced_at',
  'withdrawn_at',
  'fingerprint',
  'slug_claim',
  'title_key',
  'prepared_item',
  'prepared_details',
  'created_by_id',
  'updated_by_id',
  'locale',
]);

/** Reads cached records field by field, including relations, each value as comparable text. */
export function createStrapiCatalogSnapshots({ tables, productCategories, productBrand }: CatalogTables) {
  async function linksOf(
    transaction: Transaction,
    join: JoinTable,
    rowIds: readonly number[],
  ): Promise<Map<number, string>> {
    const rows = await transaction(join.name)
      .whereIn(join.joinColumn.name, [...rowIds])
      .orderBy(join.inverseJoinColumn.name)
      .select({ from: join.joinColumn.name, to: join.inverseJoinColumn.name });
    const links = new Map<number, string>();
    for (const { from, to } of rows) links.set(toNumber(from), `${links.get(toNumber(from)) ?? ''} ${String(to)}`);
    return links;
  }

  return {
    async read(transaction: Transaction, { entity, ids }: { entity: EntityKind; ids: readonly number[] }) {
      const rows: Record<string, unknown>[] = await transaction(tables[entity])
        .whereIn('upstream_id', [...ids])
        .whereNull('withdrawn_at');
      const rowIds = rows.map((row) => toNumber(row.id));
      const isProduct = entity === 'product' && rowIds.length > 0;
      const categories = isProduct ? await linksOf(transaction, productCategories, rowIds) : new Map<number, string>();
      const brand = isProduct ? await linksOf(transaction, productBrand, rowIds) : new Map<number, string>();
      return new Map(
        rows.map((row) => {
          const fields = new Map(
            Object.entries(row).flatMap(([column, value]) =>
              leftOut.has(column) ? [] : [[attributeOf(column), textOf(value)]],
            ),
          );
          if (isProduct)
            fields
              .set('categories', categories.get(toNumber(row.id)) ?? '')
              .set('brand', brand.get(toNumber(row.id)) ?? '');
          return [toNumber(row.upstream_id), { name: typeof row.title === 'string' ? row.title : null, fields }];
        }),
      );
    },
  };
}

const attributeOf = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
