import type { ExpectedOffer } from './expected-responses';

/** Products without a price are last in both directions. */
export function inOrderOfPrice(offers: readonly ExpectedOffer[], direction: 'asc' | 'desc'): ExpectedOffer[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...offers].sort((a, b) => {
    if ((a.charged === null) !== (b.charged === null)) return a.charged === null ? 1 : -1;
    return sign * ((a.charged ?? 0) - (b.charged ?? 0) || a.id - b.id);
  });
}

/** Compares two titles. */
export type TitleOrder = (one: string, other: string) => number;

/** Case-insensitive, by code points: SQLite and PostgreSQL. */
export const byCharacters: TitleOrder = (one, other) => {
  const [key, otherKey] = [one, other].map((title) => title.toLowerCase().normalize('NFC'));
  return key === otherKey ? 0 : String(key) < String(otherKey) ? -1 : 1;
};

/** Case- and accent-insensitive: MySQL and MariaDB. */
export const byLetters: TitleOrder = new Intl.Collator('en', { sensitivity: 'base' }).compare;

/** Ids sorted by title, and then by id. */
export function inOrderOfTitle(offers: readonly ExpectedOffer[], compare: TitleOrder): number[] {
  return [...offers].sort((a, b) => compare(a.name, b.name) || a.id - b.id).map(({ id }) => id);
}
