import { insertRows } from '../../database/insert-rows';
import { toNumber, type Transaction } from '../../database/database';
import { tables } from '../../database/tables';
import type { FieldChange } from '../model/product-differences';

/** How many price changes in further markets are kept per product, in addition to changes of the product itself. */
export const keptMarketChanges = 20;

// A kind of its own, so that these changes do not push out the product's own.
export const marketKind = 'market';

/** Which prices changed: those in this channel and currency, for this customer group if there is one. */
export interface PricedFor {
  channelId: number;
  currency: string;
  customerGroupId: number | null;
}

/** What changed in a product's prices. */
export interface Repriced {
  id: number;
  changes: readonly FieldChange[];
}

/** Records that prices in further markets changed, in the transaction that writes them. */
export async function noteRepriced(
  transaction: Transaction,
  repriced: readonly Repriced[],
  { pricedFor, now }: { pricedFor: PricedFor; now: Date },
): Promise<void> {
  if (repriced.length === 0) return;
  const rows = repriced.map(({ id, changes }) => ({
    upstream_id: id,
    kind: marketKind,
    origin: marketKind,
    changed_at: now.getTime(),
    changes: JSON.stringify({
      changes: changes.slice(0, maxListed),
      more: Math.max(0, changes.length - maxListed),
      pricedFor,
    }),
  }));
  await insertRows(transaction, tables.productChanges, { rows });
  await prune(
    transaction,
    repriced.map(({ id }) => id),
  );
}

const maxListed = 30;

async function prune(transaction: Transaction, ids: readonly number[]): Promise<void> {
  const ranked = transaction(tables.productChanges)
    .where({ kind: marketKind })
    .whereIn('upstream_id', [...ids])
    .select('id', transaction.raw('row_number() over (partition by upstream_id order by id desc) as place'));
  const old: unknown[] = await transaction.from(ranked.as('ranked')).where('place', '>', keptMarketChanges).pluck('id');
  // By id: a range would lock its neighbors on MySQL.
  if (old.length > 0) await transaction(tables.productChanges).whereIn('id', old.map(toNumber)).delete();
}
