import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Compares what a form or a caller sends for a synced attribute with what is stored, however each of them spells it. */
export function isUnchanged(type: string | undefined, sent: unknown, stored: unknown): boolean {
  if (sent === undefined) return true;
  if (type === 'relation') return isEmptyRelationChange(sent);
  return isDeepStrictEqual(comparable(type, sent), comparable(type, stored));
}

// Drivers and forms spell the same value differently: decimals as text, dates as text, nothing as an empty text.
function comparable(type: string | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'decimal' || type === 'integer' || type === 'biginteger') return Number(value);
  if (type === 'datetime') return timeOf(value);
  if (type === 'json' && typeof value === 'string') return parsedOrText(value);
  return value;
}

/** The moment that a date or its text stands for, in milliseconds; NaN where it is none. */
export function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : new Date(String(value)).getTime();
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it differs from whatever is stored.
    return text;
  }
}

const emptyChange = z.strictObject({
  connect: z.array(z.unknown()).max(0).optional(),
  disconnect: z.array(z.unknown()).max(0).optional(),
});

// The Content Manager sends what was added and what was taken away. Every other form names a whole new set.
function isEmptyRelationChange(sent: unknown): boolean {
  return emptyChange.safeParse(sent).success;
}
