import { sortedByTitle } from './text';

interface Ordered {
  id: number;
  title: string;
  sortOrder: number;
}

/** Sorts categories as the store does, those with the same number by name, then id (behavior 3.5). */
export const inStoreOrder = <Item extends Ordered>(categories: readonly Item[]): Item[] =>
  sortedByTitle(categories, ({ sortOrder }) => sortOrder);
