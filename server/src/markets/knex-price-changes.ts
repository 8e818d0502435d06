import { z } from 'zod';
import type { FieldChange } from '../catalog/model';
import { noteRepriced, type PricedFor } from '../catalog/writing';
import type { Transaction } from '../database/database';
import { tables } from '../database/tables';
import { pricesPartOf } from './market-parts';

/** What a product, and each of its variants, costs. */
interface Priced {
  productId: number;
  price: number | null;
  salePrice: number | null;
  calculatedPrice: number | null;
  variants: readonly { id: number; price: number | null }[];
}

/** Records in the history of the products which prices of a part are about to change (behavior 14.13). */
export async function noteChangedPrices(
  transaction: Transaction,
  {
    partId,
    stored,
    received,
    now,
  }: { partId: number; stored: readonly Priced[]; received: readonly Priced[]; now: Date },
): Promise<void> {
  const fresh = new Map(received.map((prices) => [prices.productId, prices]));
  const repriced = stored.flatMap((before) => {
    const after = fresh.get(before.productId);
    const changes = after ? changesBetween(before, after) : [];
    return changes.length === 0 ? [] : [{ id: before.productId, changes }];
  });
  if (repriced.length > 0)
    await noteRepriced(transaction, repriced, { pricedFor: await contextOf(transaction, partId), now });
}

async function contextOf(transaction: Transaction, partId: number): Promise<PricedFor> {
  const [name]: unknown[] = await transaction(tables.marketParts).where({ id: partId }).pluck('name');
  return pricesPartOf(z.string().parse(name));
}

/** A variant is identified by its id, since its name may change. */
function changesBetween(before: Priced, after: Priced): FieldChange[] {
  const own = (['price', 'salePrice', 'calculatedPrice'] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, item: null, part: null, from: before[field], to: after[field] }],
  );
  const was = new Map(before.variants.map(({ id, price }) => [id, price]));
  const variants = after.variants.flatMap(({ id, price }) => {
    const from = was.get(id);
    return from === undefined || from === price
      ? []
      : [{ field: 'variants', item: String(id), part: 'price', from, to: price }];
  });
  return [...own, ...variants];
}
