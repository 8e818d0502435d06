/** Some ids of a list, in its order. */
export interface ListedIds {
  ids: readonly number[];
  /** Whether the list ends with them. */
  isLast: boolean;
}

export interface SearchedList {
  /** Number of matches. */
  size: number;
  matches: (id: number) => boolean;
  /** Returns the ids that follow the ones returned before. */
  readOn: () => Promise<ListedIds>;
}

/** The matches of a search in the order of a list, from the first one on: at least `count` of them, or all. */
export async function matchesInOrder({ size, matches, readOn }: SearchedList, count: number): Promise<number[]> {
  const met: number[] = [];
  let isComplete = false;
  while (met.length < count && met.length < size && !isComplete) {
    const { ids, isLast } = await readOn();
    for (const id of ids) if (matches(id)) met.push(id);
    isComplete = isLast;
  }
  return met;
}
