import type { Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { updateRows } from '../../database/update-rows';
import { withStoredMoments } from '../tables/moments';
import { defaultColumns, type SiteDefault } from '../tables/site-defaults';
import type { Row } from '../tables/stored-rows';
import type { CatalogEntry, EntryDifference } from './catalog-entries';
import { createDocumentId } from './nanoid-document-id';

/**
 * Writes differences to the table of one entity kind. Bulk writes bypass Strapi's document service, so they set what it
 * would set: document id, timestamps, published_at, and the defaults of the site's own attributes.
 */
export async function writeEntryRows(
  transaction: Transaction,
  {
    table,
    siteDefaults,
    difference,
    now,
  }: { table: string; siteDefaults: readonly SiteDefault[]; difference: EntryDifference; now: Date },
): Promise<void> {
  const rowOf = (entry: CatalogEntry, more: Row): Row =>
    withStoredMoments(transaction, {
      ...entry.row(),
      slug_claim: entry.slugClaim,
      fingerprint: entry.fingerprint,
      synced_at: now,
      updated_at: now,
      upstream_id: entry.id,
      ...more,
    });
  const created = difference.created.map((entry) => ({
    ...defaultColumns(siteDefaults),
    ...rowOf(entry, { slug: entry.slugClaim, document_id: createDocumentId(), created_at: now, published_at: now }),
  }));
  await insertRows(transaction, table, { rows: created });
  const staying = difference.staying.map((entry) => rowOf(entry, {}));
  await updateRows(transaction, table, { by: 'upstream_id', rows: staying });
  const returned = difference.returned.map((entry) => rowOf(entry, { slug: entry.slugClaim, withdrawn_at: null }));
  await updateRows(transaction, table, { by: 'upstream_id', rows: returned });
}
