import type { EventLoop } from '../../lib/clock';
import type { ListMemory } from './list-memory';
import type { SearchIndex } from '../search/search-port';

/** Which published products match a term. */
export interface SearchMatches {
  /** Ids, ascending. @param term folded, not empty */
  find(term: string): Promise<Float64Array>;
}

// With at most a hundred thousand ids each.
const mostTerms = 30;

export function createSearchMatches({
  index,
  memory,
  loop,
}: {
  index: Pick<SearchIndex, 'find'>;
  memory: ListMemory;
  loop: Pick<EventLoop, 'turn'>;
}): SearchMatches {
  const found = memory.kindOf<Float64Array>(mostTerms);

  async function findAll(term: string): Promise<Float64Array> {
    const chunks: number[][] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { ids, next }: Awaited<ReturnType<SearchIndex['find']>> = await index.find(term, after);
      chunks.push(ids);
      // SQLite runs synchronously: yield to other work between chunks.
      if (next !== null) await loop.turn();
      after = next;
    }
    return Float64Array.from(chunks.flat());
  }

  return {
    find: (term) => memory.remember(found, { key: term, dependencies: ['presence', 'text'] }, () => findAll(term)),
  };
}

/** Whether an ascending list contains the number. */
export function includesSorted(list: Float64Array, wanted: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = list[middle] ?? 0;
    if (value === wanted) return true;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
