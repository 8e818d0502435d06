import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import type { ReadyParts } from './knex-ready-parts';

/**
 * In which of these markets each of these products is sold: the market's channel has it, and it has a price there. Two
 * statements, however many markets and products there are.
 * @returns market keys in the order given, by product; products that no market sells are left out
 */
export async function readSoldIn(
  database: Database,
  { markets, productIds }: { markets: ReadonlyMap<string, ReadyParts>; productIds: readonly number[] },
): Promise<Map<number, string[]>> {
  if (markets.size === 0 || productIds.length === 0) return new Map();
  const parts = [...markets.values()];
  const members = pairsIn(database, tables.marketMembers, {
    partIds: parts.map(({ membershipId }) => membershipId),
    productIds,
  });
  const priced = pairsIn(database, tables.marketPrices, {
    partIds: parts.map(({ pricesId }) => pricesId),
    productIds,
  }).whereNotNull('calculated_price');
  const [sells, prices] = (await Promise.all([members, priced])).map(
    (rows) => new Set(rows.map((row) => `${toNumber(row.part_id)} ${toNumber(row.product_id)}`)),
  );
  return new Map(
    productIds.flatMap((id) => {
      const keys = [...markets].flatMap(([key, { membershipId, pricesId }]) =>
        sells?.has(`${membershipId} ${id}`) && prices?.has(`${pricesId} ${id}`) ? [key] : [],
      );
      return keys.length === 0 ? [] : [[id, keys] as const];
    }),
  );
}

function pairsIn(
  database: Database,
  table: string,
  { partIds, productIds }: { partIds: readonly number[]; productIds: readonly number[] },
) {
  return database(table)
    .whereIn('part_id', [...new Set(partIds)])
    .whereIn('product_id', [...productIds])
    .select('part_id', 'product_id');
}
