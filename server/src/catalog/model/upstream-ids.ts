/**
 * The largest id that we take from anybody: columns hold 64 bits, numbers of JavaScript are exact up to here. SQLite's
 * integers have 64 bits by themselves.
 */
export const largestId = Number.MAX_SAFE_INTEGER;

export function isUpstreamId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** The id that a text is, as somebody types it; null when it is none. */
export function upstreamIdIn(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return isUpstreamId(id) ? id : null;
}
