import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/**
 * Compares what a form or a caller sends for a synced attribute with what is stored, regardless of how each represents
 * it.
 */
export function isUnchanged(type: string | undefined, sent: unknown, stored: unknown): boolean {
  if (sent === undefined) return true;
  if (type === 'relation') return isEmptyRelationChange(sent);
  return isDeepStrictEqual(comparable(type, sent), comparable(type, stored));
}

// Drivers and forms represent the same value differently: decimals as text, dates as text, null as an empty string.
function comparable(type: string | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'decimal' || type === 'integer' || type === 'biginteger') return Number(value);
  if (type === 'datetime') return timeOf(value);
  if (type === 'json' && typeof value === 'string') return parsedOrText(value);
  return value;
}

/** The time of a date or its text, in milliseconds; NaN for anything else. */
export function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : new Date(String(value)).getTime();
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it differs from any stored value.
    return text;
  }
}

const emptyChange = z.strictObject({
  connect: z.array(z.unknown()).max(0).optional(),
  disconnect: z.array(z.unknown()).max(0).optional(),
});

// The Content Manager sends what was connected and disconnected. Every other form sends a whole new set.
function isEmptyRelationChange(sent: unknown): boolean {
  return emptyChange.safeParse(sent).success;
}
