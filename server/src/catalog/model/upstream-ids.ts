/**
 * The largest id that we accept: columns hold 64 bits, and JavaScript numbers are exact up to here. SQLite's integers
 * always have 64 bits.
 */
export const largestId = Number.MAX_SAFE_INTEGER;

export function isUpstreamId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** Parses an id as typed; null if the text is not one. */
export function upstreamIdIn(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return isUpstreamId(id) ? id : null;
}
