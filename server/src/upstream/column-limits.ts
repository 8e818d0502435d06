/**
 * What the columns of the cached catalog can hold. A value beyond them would fail a whole page's transaction, or be
 * cut in silence by some databases; so its item is refused while it is mapped (behavior 5.7).
 */

/** An item that upstream sent in good form and that cannot be cached; the message says why. */
export class UnusableItemError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableItemError';
  }
}

const textColumnLength = 512;

/** Decimals of 20 digits, 4 of them after the point (behavior 2.12). */
const decimalBound = 10 ** 16;

/**
 * @param field as upstream calls it, for the message
 * @returns the same text, which fits a text column of ours
 */
export function fittingText(field: string, value: string): string {
  if (value.length > textColumnLength) {
    throw new UnusableItemError(`${field} has ${value.length} characters; ${textColumnLength} can be stored`);
  }
  return value;
}

/**
 * A price or weight as every database would store it: rounded to 4 places, half away from zero, so that what SQLite
 * keeps as it is equals what PostgreSQL and MySQL round.
 * @param field as upstream calls it, for the message
 */
export function fittingDecimal(field: string, value: number): number {
  if (value < 0) throw new UnusableItemError(`${field} is negative: ${value}`);
  if (value >= decimalBound) throw new UnusableItemError(`${field} is too large to be stored: ${value}`);
  return roundToPlaces(value);
}

function roundToPlaces(value: number): number {
  const written = String(value);
  // Too small for four places; and `1e-7` could not be shifted as a text.
  if (written.includes('e')) return 0;
  // Shifted as a text, since `1.00005 * 10000` is a little less than it should be.
  return Number(`${Math.round(Number(`${written}e4`))}e-4`);
}
