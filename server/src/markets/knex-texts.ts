import { z } from 'zod';
import { fold, searchTextOf } from '../catalog/model';
import { type Database, toNumber, type Transaction } from '../database/database';
import { parseStored } from '../database/parse-stored';
import type { LocalTexts } from '../upstream/mapping/local-texts';
import { categoryTable, memberTable, searchTable, textTable } from './knex-dependent-rows';
import { idsAmong, type RowOutcome, writeRows } from './knex-part-rows';
import { claimIds } from './knex-part-versions';
import { leaveRedirects } from './part-redirects';

/** What must exist for texts to be stored: a product that the channel sells, or a category that it has. */
export interface TextOwner {
  kind: 'membership' | 'categories';
  partId: number;
}

/** Texts that one response returned. */
export interface ReceivedTexts {
  partId: number;
  /** Null: brands, which belong to the whole store. */
  owner: TextOwner | null;
  texts: readonly LocalTexts[];
  readVersion: number;
}

/** The texts of products, categories, or brands on a channel in a locale. */
export interface Texts {
  /**
   * Writes what differs from what is stored, except where a newer response is stored, and except for what the channel
   * no longer has: its removal also removed the texts.
   */
  upsert(transaction: Transaction, received: ReceivedTexts): Promise<RowOutcome & { outdated: number }>;
  /** The texts stored for these ids; ids without a row, and damaged rows, are left out. */
  read(partId: number, ids: readonly number[]): Promise<LocalTexts[]>;
}

const storedSeo = z.object({ pageTitle: z.string(), metaDescription: z.string(), metaKeywords: z.array(z.string()) });

export function createKnexTexts(database: Database): Texts {
  return {
    async upsert(transaction, { partId, owner, texts, readVersion }) {
      const productIds = texts.map(({ id }) => id);
      // In this order, because the removal of what the channel has locks the versions of its texts, too.
      const newest = await claimIds(transaction, { partId, productIds, readVersion });
      const claimed = new Set(owner ? await owned(transaction, owner, newest) : newest);
      const current = texts.filter(({ id }) => claimed.has(id));
      const outcome = await writeRows(transaction, textTable, {
        partId,
        rows: current.map(textRowOf),
        beforeUpdate: (ids) => leaveRedirects(transaction, textTable, { partId, ids, received: current, readVersion }),
      });
      if (owner?.kind === 'membership')
        await writeRows(transaction, searchTable, { partId, rows: current.map(searchRowOf) });
      return { ...outcome, outdated: texts.length - current.length };
    },

    async read(partId, ids) {
      const rows = await database(textTable.name)
        .where({ part_id: partId })
        .whereIn('entity_id', [...ids])
        .orderBy('entity_id')
        .select();
      return rows.flatMap((row) => {
        const seo = parseStored(storedSeo, row.seo);
        if (!seo) return [];
        return {
          id: toNumber(row.entity_id),
          resolved: String(row.resolved),
          title: String(row.title),
          slugClaim: String(row.slug),
          path: String(row.path),
          content: String(row.content),
          seo,
        };
      });
    },
  };
}

function owned(transaction: Transaction, { kind, partId }: TextOwner, ids: readonly number[]): Promise<number[]> {
  return idsAmong(transaction, kind === 'membership' ? memberTable : categoryTable, { partId, ids });
}

/** The row that searches and lists read for a product with these texts. */
export function searchRowOf({ id, title, content }: LocalTexts) {
  return { id, columns: { title_key: fold(title), search_text: searchTextOf({ title, content }) } };
}

/** The row of texts, to be written or compared. */
export function textRowOf({ id, resolved, title, slugClaim, path, content, seo }: LocalTexts) {
  const { pageTitle, metaDescription, metaKeywords } = seo;
  const columns = {
    resolved,
    title,
    slug: slugClaim,
    path,
    content,
    seo: JSON.stringify({ pageTitle, metaDescription, metaKeywords }),
  };
  return { id, columns };
}
