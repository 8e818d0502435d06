import { compareNames } from './text';

interface Ordered {
  id: number;
  title: string;
  sortOrder: number;
}

/** Orders categories as the store does, those with the same number by name, then id (behavior 3.5). */
export function inStoreOrder(one: Ordered, other: Ordered): number {
  return one.sortOrder - other.sortOrder || compareNames(one.title, other.title) || one.id - other.id;
}
