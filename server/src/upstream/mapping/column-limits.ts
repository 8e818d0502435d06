/**
 * What the columns of the cached catalog can hold. A larger value would fail a whole page's transaction, or be
 * truncated silently by some databases; so its item is rejected during mapping (behavior 5.7).
 */

/** An item that is well-formed but cannot be cached; the message says why. */
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
 * @param field upstream's name of the field, for the message
 * @returns the same text, if it fits our text columns
 */
export function fittingText(field: string, value: string): string {
  if (value.length > textColumnLength) {
    throw new UnusableItemError(`${field} has ${value.length} characters; ${textColumnLength} can be stored`);
  }
  return value;
}

/**
 * A price or weight as every database would store it: rounded to 4 places, half away from zero, so that what SQLite
 * stores unchanged equals what PostgreSQL and MySQL round.
 * @param field upstream's name of the field, for the message
 */
export function fittingDecimal(field: string, value: number): number {
  if (value < 0) throw new UnusableItemError(`${field} is negative: ${value}`);
  if (value >= decimalBound) throw new UnusableItemError(`${field} is too large to be stored: ${value}`);
  return roundToPlaces(value);
}

function roundToPlaces(value: number): number {
  const written = String(value);
  // Too small for four places; and `1e-7` could not be shifted as text.
  if (written.includes('e')) return 0;
  // Shifted as text, since `1.00005 * 10000` is slightly less than it should be.
  return Number(`${Math.round(Number(`${written}e4`))}e-4`);
}
