import type { Transaction } from '../../database/database';
import { storedRows } from '../tables/stored-rows';
import type { EntryDifference } from './catalog-entries';
import type { MissingLinks } from './missing-links';
import type { ProductLinks, ProductLinkTables } from './product-links';

/** Replaces the relations of written products; does nothing for categories and brands. */
export async function replaceEntryLinks(
  transaction: Transaction,
  {
    difference: { stored, created, updated },
    productTable,
    links: linkTables,
    missingLinks,
  }: { difference: EntryDifference; productTable: string; links: ProductLinkTables; missingLinks: MissingLinks },
): Promise<void> {
  const linked = [...created, ...updated].flatMap(({ id, links }) => (links ? [{ id, links }] : []));
  if (linked.length === 0) return;
  const fresh = await storedRows(transaction, { table: productTable, ids: created.map(({ id }) => id) });
  const byRowId = new Map<number, ProductLinks>();
  for (const { id, links } of linked) {
    const row = stored.get(id) ?? fresh.get(id);
    if (row) byRowId.set(row.rowId, links);
  }
  const updatedIds = updated.map(({ id }) => id);
  // A concurrent transaction that creates a record these products wait for also links them to it. Dropping the missing
  // links first ensures that it does so either before this point or not at all.
  await missingLinks.forget(transaction, updatedIds);
  await linkTables.remove(
    transaction,
    updatedIds.flatMap((id) => stored.get(id)?.rowId ?? []),
  );
  await linkTables.add(transaction, byRowId);
  await missingLinks.note(transaction, {
    productIds: linked.map(({ id }) => id),
    missing: linked.flatMap(({ links }) => links.missing),
  });
}
