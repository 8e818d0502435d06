import { type Database, dialectOf, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import { createGramIndex } from './gram-index';
import { gramOfShort, pairsOf, trigramsOf } from './grams';
import { blockOf } from './product-bits';
import { scanTexts, scanTextsOf, whereContains } from './scanned-texts';
import type { SearchIndex } from './search-port';

// More grams exclude few additional texts.
const mostGrams = 6;
// With more candidates, reading all texts in order is faster.
const mostCandidates = 5000;
const checkedAtOnce = 1000;
// Reading this many texts takes 3 ms, the least that a query for grams takes.
const mostRead = 1000;
// Querying the grams of a block takes 5 to 12 µs, reading a text 2.4 to 3 µs.
const textsForBlock = 5;

/**
 * Search on PostgreSQL and MySQL. Our gram index finds exactly the products that contain a term of one or two
 * characters. Longer terms are found by PostgreSQL's index, if there is one; on MySQL, trigrams narrow down the texts
 * to check. If these are too many, or PostgreSQL has no index, all texts are read. Grams also narrow down a search
 * among given products.
 */
export function createServerSearchIndex(database: Database): SearchIndex {
  const isMysql = dialectOf(database) === 'mysql';
  const grams = createGramIndex({ database, lengths: isMysql ? 'all' : 'short' });
  let isTrusted = false;

  const published = () => database(tables.listedProducts).where('is_published', true);

  /** Texts that contain the term have all of these grams; for a short term, no other texts do. */
  function gramsOfTerm(term: string): number[] {
    const short = gramOfShort(term);
    if (short !== null) return [short];
    return isMysql ? trigramsOf(term, mostGrams) : pairsOf(term, mostGrams);
  }

  /** Null if there are too many candidates to check. */
  async function findByTrigrams(term: string): Promise<number[] | null> {
    const candidates = await grams.find(trigramsOf(term, mostGrams));
    if (candidates.length > mostCandidates) return null;
    const found: number[] = [];
    for (const ids of chunksOf(candidates, checkedAtOnce)) {
      const some: unknown[] = await whereContains(published().whereIn('product_id', ids), term).pluck('product_id');
      found.push(...some.map(toNumber));
    }
    return found.sort((one, other) => one - other);
  }

  async function findIndexed(term: string): Promise<number[] | null> {
    const short = gramOfShort(term);
    if (short !== null) return grams.find([short]);
    return isMysql ? findByTrigrams(term) : null;
  }

  return {
    prepare: async () => undefined,
    trust() {
      isTrusted = true;
    },
    write: (transaction, products) => grams.write(transaction, products),
    remove: (transaction, ids) => grams.remove(transaction, ids),
    lacking: async (reader, products) => (isTrusted ? grams.differing(reader, products) : []),

    async *leftovers() {
      for (const ids of chunksOf(await grams.all(), checkedAtOnce)) {
        const found: unknown[] = await published().whereIn('product_id', ids).pluck('product_id');
        const known = new Set(found.map(toNumber));
        yield ids.filter((id) => !known.has(id));
      }
    },

    async *find(term) {
      const ids = isTrusted ? await findIndexed(term) : null;
      if (ids) yield ids;
      else yield* scanTexts(database, published, term);
    },

    async *among(ids, term) {
      const short = gramOfShort(term);
      const blocks = blockOf(ids.at(-1) ?? 0) - blockOf(ids[0] ?? 0) + 1;
      const usesGrams = isTrusted && ids.length > Math.max(mostRead, blocks * textsForBlock);
      const candidates = usesGrams ? await grams.among(ids, gramsOfTerm(term)) : ids;
      if (usesGrams && short !== null) yield candidates;
      else if (candidates.length > 0)
        yield await scanTextsOf(database(tables.listedProducts), { database, ids: candidates, term });
    },
  };
}
