import { z } from 'zod';
import { type Database, toNumber } from '../../database/database';
import { parseStored } from '../../database/parse-stored';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { ProductRecord } from '../model/product-reader';

/** The texts of a product, a category, or a brand in a market's language. */
export interface MarketText {
  title: string;
  /** Upstream's HTML; for a brand, its meta description. */
  content: string;
  seo: ProductRecord['seo'];
}

const storedSeo = z.object({ pageTitle: z.string(), metaDescription: z.string(), metaKeywords: z.array(z.string()) });
const noSeo = { pageTitle: '', metaDescription: '', metaKeywords: [] };

/** The texts of the records that have some in the part, in one statement; those include upstream's fallbacks. */
export async function readTexts(
  database: Database,
  partId: number,
  ids: readonly number[],
): Promise<Map<number, MarketText>> {
  if (ids.length === 0) return new Map();
  const rows = await database(ownTables.marketTexts)
    .where({ part_id: partId })
    .whereIn('entity_id', [...ids])
    .select('entity_id', 'title', 'content', 'seo');
  return new Map(
    rows.map((row) => [
      toNumber(row.entity_id),
      { title: String(row.title), content: String(row.content), seo: parseStored(storedSeo, row.seo) ?? noSeo },
    ]),
  );
}

// The longest list in one statement.
const mostAtOnce = 1000;

/** Only the titles, of any number of records. */
export async function readMarketTitles(
  database: Database,
  partId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  for (const some of chunksOf(ids, mostAtOnce)) {
    const rows = await database(ownTables.marketTexts)
      .where({ part_id: partId })
      .whereIn('entity_id', some)
      .select('entity_id', 'title');
    for (const row of rows) titles.set(toNumber(row.entity_id), String(row.title));
  }
  return titles;
}
