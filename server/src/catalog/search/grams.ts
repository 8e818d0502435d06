/*
 * A gram is a sequence of one, two, or three characters of a text, as a number. Each gram of one or two characters has
 * its own number; trigrams share this many, since texts in many scripts would need hundreds of thousands.
 */
const trigramNumbers = 4096;

// Greater than any code point.
const codePoints = 0x20_0000;

/** Separates title and description; no term contains one. */
const lineBreak = 10;

/** The lengths of grams that are indexed. */
export type GramLengths = 'short' | 'all';

/** The grams of a text, without duplicates. */
export function gramsOf(text: string, lengths: GramLengths): Set<number> {
  const grams = new Set<number>();
  let first = lineBreak;
  let second = lineBreak;
  for (const character of text) {
    const third = codeOf(character);
    if (third !== lineBreak) {
      grams.add(third);
      if (second !== lineBreak) grams.add(pairOf(second, third));
      if (lengths === 'all' && first !== lineBreak && second !== lineBreak)
        grams.add(trigramOf([first, second, third]));
    }
    first = second;
    second = third;
  }
  return grams;
}

/** The gram of a term of one or two characters; null for a longer term. */
export function gramOfShort(term: string): number | null {
  const [first, second, ...more] = Array.from(term, codeOf);
  if (first === undefined || more.length > 0) return null;
  return second === undefined ? first : pairOf(first, second);
}

/** Up to `most` trigrams of a term, spread over its length. Texts that have all of them may still lack the term. */
export const trigramsOf = (term: string, most: number): number[] => [
  ...new Set(partsOf(term, { length: 3, most }).map(trigramOf)),
];

/** The same for pairs, which occur in more texts. */
export const pairsOf = (term: string, most: number): number[] => [
  ...new Set(partsOf(term, { length: 2, most }).map(([first = 0, second = 0]) => pairOf(first, second))),
];

function partsOf(term: string, { length, most }: { length: number; most: number }): number[][] {
  const codes = Array.from(term, codeOf);
  const count = Math.max(0, codes.length - length + 1);
  const step = Math.max(1, (count - 1) / Math.max(1, most - 1));
  const places = Array.from({ length: Math.min(count, most) }, (_, index) => Math.round(index * step));
  return places.map((place) => codes.slice(place, place + length));
}

/** Databases store a lone surrogate as the replacement character. */
function codeOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
}

const pairOf = (first: number, second: number): number => (first + 1) * codePoints + second;

/** Negative, so that it never equals a shorter gram. */
function trigramOf([first = 0, second = 0, third = 0]: readonly number[]): number {
  let hash = Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b) ^ Math.imul(third, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return -1 - (((hash ^ (hash >>> 12)) >>> 0) % trigramNumbers);
}
