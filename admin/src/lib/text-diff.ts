import { diffWordsWithSpace } from 'diff';

/** A piece of a text, marked unless both texts have it. */
export interface DiffPiece {
  text: string;
  isMarked: boolean;
}

/** Two texts, each with the pieces marked that the other one lacks. */
export interface TextDiff {
  before: DiffPiece[];
  after: DiffPiece[];
}

/** Characters that are kept on each side of a difference. */
const context = 60;
/** In milliseconds: comparing two long texts with nothing in common would block the page. */
const timeout = 250;

/** Compares two texts word by word, and shortens what they have in common; null if that takes too long. */
export function textDiff(before: string, after: string): TextDiff | null {
  const changes = diffWordsWithSpace(before, after, { timeout });
  if (changes === undefined) return null;
  const pieces = changes.map(({ value, added, removed }, place) => ({
    added,
    removed,
    text: added || removed ? value : shortened(value, { isFirst: place === 0, isLast: place === changes.length - 1 }),
  }));
  return {
    before: pieces.filter(({ added }) => !added).map(({ text, removed }) => ({ text, isMarked: removed })),
    after: pieces.filter(({ removed }) => !removed).map(({ text, added }) => ({ text, isMarked: added })),
  };
}

/** Keeps the ends that are next to a difference. */
function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const head = isFirst ? '' : text.slice(0, context);
  const tail = isLast ? '' : text.slice(-context);
  return text.length <= head.length + tail.length + 1 ? text : `${head}…${tail}`;
}
