import type { Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';

/** Values by column name, as passed to the database. */
export type Row = Record<string, string | number | boolean | Date | null>;

/** What a write of a record needs to know about the stored one. */
export interface StoredRow {
  rowId: number;
  documentId: string;
  fingerprint: string;
  slug: string;
  slugClaim: string;
  title: string;
  /** Kept, but visible only to editors. */
  isWithdrawn: boolean;
}

/** The stored records with these upstream ids, by upstream id. */
export async function storedRows(
  transaction: Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<Map<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction(table)
    .whereIn('upstream_id', [...ids])
    .select('id', 'document_id', 'upstream_id', 'fingerprint', 'slug', 'slug_claim', 'title', 'withdrawn_at');
  return new Map(
    rows.map((row) => [
      toNumber(row.upstream_id),
      {
        rowId: toNumber(row.id),
        documentId: String(row.document_id),
        fingerprint: String(row.fingerprint),
        // A withdrawn record has neither a slug nor a claim.
        slug: String(row.slug ?? ''),
        slugClaim: String(row.slug_claim ?? ''),
        title: String(row.title),
        isWithdrawn: row.withdrawn_at !== null,
      },
    ]),
  );
}

/** Waits for links that other transactions add to these records, and blocks new ones until this transaction ends. */
export async function lockRows(
  transaction: Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0 || dialectOf(transaction) === 'sqlite') return;
  await transaction(table)
    .whereIn('upstream_id', [...ids])
    .orderBy('upstream_id')
    .forUpdate()
    .select('id');
}
