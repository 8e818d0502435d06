import type { CatalogCounts } from '../catalog/admin';
import { type Database, type Dialect, dialectOf, toNumber } from '../database/database';
import type { PartStates } from './knex-part-states';
import { partName } from './market-parts';
import type { CatalogSize } from './pass-cost';

const lengthOf: Record<Dialect, string> = {
  sqlite: 'json_array_length(variants)',
  postgres: 'jsonb_array_length(variants::jsonb)',
  mysql: 'json_length(variants)',
};

/** @returns a reader of how much passes over markets have to read; it reads all products, so call it rarely */
export function createCatalogSize({
  database,
  productTable,
  counts,
  partStates,
}: {
  database: Database;
  /** Strapi's table of cached products. */
  productTable: string;
  counts: () => Promise<CatalogCounts>;
  partStates: PartStates;
}): () => Promise<CatalogSize> {
  const length = lengthOf[dialectOf(database)];
  return async () => {
    const [{ categories, brands }, parts, members, [row]] = await Promise.all([
      counts(),
      partStates.list(),
      partStates.countMembers(),
      database(productTable)
        .whereNull('withdrawn_at')
        .select(
          database.raw('count(*) as products'),
          // Where there are several variants, each has its own price in addition to the product's.
          database.raw(`sum(case when ${length} > 1 then ${length} + 1 else 1 end) as priced`),
        ),
    ]);
    const complete = new Map(parts.flatMap((part) => (part.completedAt ? [[part.name, part.id] as const] : [])));
    return {
      products: toNumber(row?.products),
      priced: toNumber(row?.priced),
      categories,
      brands,
      soldOn: (channelId) => {
        const partId = complete.get(partName({ kind: 'membership', channelId }));
        return partId === undefined ? null : (members.get(partId) ?? 0);
      },
    };
  };
}
