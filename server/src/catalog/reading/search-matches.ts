import type { EventLoop } from '../../lib/clock';
import type { ListMemory, Remembered } from './list-memory';
import type { MarketSearch } from '../search/market-search';
import type { FoundIds, SearchIndex } from '../search/search-port';
import { type PackedIds, packIds, unpackIds } from './packed-ids';

/** Which published products match a term. */
export interface SearchMatches {
  /** Ids, ascending. @param term folded, not empty */
  find(term: string): Promise<Float64Array>;
  /** The same among these ids of published products, which are ascending; remembers nothing. */
  findAmong(ids: Float64Array, term: string): Promise<Float64Array>;
  /** The same in the texts of a market's language; includes products that are not published. */
  findInPart(partId: number, term: string): Promise<Float64Array>;
}

// With at most a hundred thousand ids each.
const mostTerms = 30;

export function createSearchMatches({
  index,
  marketSearch,
  memory,
  loop,
}: {
  index: Pick<SearchIndex, 'find' | 'among'>;
  marketSearch: MarketSearch;
  memory: ListMemory;
  loop: Pick<EventLoop, 'turn'>;
}): SearchMatches {
  const found = memory.kindOf<PackedIds>(mostTerms);

  async function allOf(pieces: FoundIds): Promise<Float64Array> {
    const found: (readonly number[] | Float64Array)[] = [];
    for await (const ids of pieces) {
      if (ids.length > 0) found.push(ids);
      await loop.turn();
    }
    const [first] = found;
    if (found.length === 1 && first instanceof Float64Array) return first;
    const all = new Float64Array(found.reduce((sum, ids) => sum + ids.length, 0));
    let place = 0;
    for (const ids of found) {
      all.set(ids, place);
      place += ids.length;
    }
    return all;
  }

  const remembered = async (about: Remembered, find: () => FoundIds): Promise<Float64Array> =>
    unpackIds(await memory.remember(found, about, async () => packIds(await allOf(find()))));

  const dependencies = ['presence', 'text'] as const;
  return {
    find: (term) => remembered({ key: term, dependencies }, () => index.find(term)),
    findAmong: (ids, term) => allOf(index.among(ids, term)),
    // No folded term contains a line break, so the key is unambiguous.
    findInPart: (partId, term) =>
      remembered({ key: `${partId}\n${term}`, dependencies, isOfMarket: true }, () => marketSearch.find(partId, term)),
  };
}

/** Merges two ascending lists; a number in both appears once. */
export function mergeSorted(list: Float64Array, other: Float64Array): Float64Array {
  if (other.length === 0) return list;
  const all = new Float64Array(list.length + other.length);
  const at = { list: 0, other: 0, all: 0 };
  while (at.list < list.length || at.other < other.length) {
    const [one, another] = [list[at.list] ?? Infinity, other[at.other] ?? Infinity];
    if (one <= another) at.list += 1;
    if (another <= one) at.other += 1;
    all[at.all] = Math.min(one, another);
    at.all += 1;
  }
  return all.subarray(0, at.all);
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
