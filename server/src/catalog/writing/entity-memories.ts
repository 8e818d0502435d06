import type { Database, Transaction } from '../../database/database';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';

const deletedAtOnce = 500;

/** The tables of everything else that is stored about entities, besides their records. */
const memories = [
  tables.redirects,
  tables.slugs,
  tables.missingLinks,
  tables.readVersions,
  tables.runSeen,
  tables.failedProducts,
  tables.productChanges,
  tables.absences,
  tables.removals,
  tables.productModifiers,
  tables.metafields,
  tables.metafieldProducts,
  // Parts first: a pass that is under way then writes nothing more.
  tables.marketParts,
  tables.marketVersions,
  tables.marketMembers,
  tables.marketPrices,
  tables.marketCategories,
  tables.marketTexts,
  tables.marketSearchTexts,
  tables.marketRedirects,
  tables.marketStaleProducts,
];

/** Deletes everything stored about entities besides their records. */
export async function forgetEntities(within: Database | Transaction): Promise<void> {
  for (const table of memories) await within(table).delete();
  await forgetMarketChanges(within);
}

/** Deletes reported changes of further markets that wait, and the events that only they would complete. */
export async function forgetMarketChanges(within: Database | Transaction): Promise<void> {
  await within(tables.marketChanges).delete();
  // By key: a search for them would lock waiting events of products, too.
  const keys: unknown[] = await within(tables.events)
    .where({ entity: 'market' })
    .whereNotNull('waiting_key')
    .pluck('waiting_key');
  for (const some of chunksOf(keys.map(String), deletedAtOnce))
    await within(tables.events).whereIn('waiting_key', some).delete();
}
