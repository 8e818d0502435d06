import { z } from 'zod';
import { largestId } from '../../catalog/model';

/**
 * Single values as upstream sends them. Upstream adds fields without notice, sometimes sends numbers as strings, and
 * expresses "empty" in many ways (upstream 2.3): so absent, null and `""` are equivalent, and an unreadable value is
 * quoted in the error. All of these accept a missing key.
 */
type Verdict<Value> = { value: Value } | { problem: string };

/** Upstream's counts are stored in our integer columns; its ids in larger ones (`largestId`). */
export const maximumInteger = 2 ** 31 - 1;

const printedLength = 60;

function wire<Value>(read: (raw: unknown) => Verdict<Value>) {
  return z
    .unknown()
    .optional()
    .transform((raw, context): Value => {
      const verdict = read(raw);
      if ('value' in verdict) return verdict.value;
      context.issues.push({ code: 'custom', message: `${verdict.problem}, and ${printed(raw)}`, input: raw });
      return z.NEVER;
    });
}

/** The invalid value, shortened, for the person who has to find it. */
function printed(raw: unknown): string {
  if (raw === undefined) return 'is missing';
  const text = JSON.stringify(raw) ?? String(raw);
  return `was ${text.length > printedLength ? `${text.slice(0, printedLength)}…` : text}`;
}

/**
 * A text without what databases reject: NUL characters are removed (PostgreSQL stores none, and they are invisible),
 * unpaired surrogates become the replacement character (they are not valid Unicode).
 */
export function storable(text: string): string {
  // One cheap pass first: descriptions are long, and hardly any need the other two.
  if (!/[\0\ud800-\udfff]/.test(text)) return text;
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

function readText(raw: unknown): Verdict<string> {
  if (typeof raw === 'string') return { value: storable(raw) };
  if (raw === null || raw === undefined) return { value: '' };
  if (typeof raw === 'number' || typeof raw === 'boolean') return { value: String(raw) };
  return { problem: 'must be a text' };
}

function readNumber(raw: unknown): Verdict<number | null> {
  if (typeof raw === 'number' && Number.isFinite(raw)) return { value: raw };
  if (raw === null || raw === undefined) return { value: null };
  if (typeof raw === 'string') {
    const trimmed = raw.trim();
    if (trimmed === '') return { value: null };
    if (/^[+-]?\d+(\.\d+)?$/.test(trimmed)) return { value: Number(trimmed) };
  }
  return { problem: 'must be a number' };
}

function readInteger(raw: unknown, maximum = maximumInteger): Verdict<number | null> {
  const verdict = readNumber(raw);
  if (!('value' in verdict) || verdict.value === null) return verdict;
  if (!Number.isInteger(verdict.value)) return { problem: 'must be a whole number' };
  // A number beyond the largest id is not what upstream sent: parsing the JSON has rounded it.
  if (Math.abs(verdict.value) > maximum) return { problem: `must be at most ${maximum}` };
  return verdict;
}

function readId(raw: unknown): Verdict<number> {
  const verdict = readInteger(raw, largestId);
  if ('value' in verdict && verdict.value !== null && verdict.value > 0) return { value: verdict.value };
  return { problem: `must be an id between 1 and ${largestId}` };
}

const truths = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
]);

function readFlag(raw: unknown): Verdict<boolean> {
  const value = truths.get(raw);
  return value === undefined ? { problem: 'must be true or false' } : { value };
}

/** A text; `""` when there is none. */
export const text = wire(readText);

/** A non-empty text. */
export const requiredText = wire((raw) => {
  const verdict = readText(raw);
  return 'value' in verdict && verdict.value.trim() === '' ? { problem: 'must not be empty' } : verdict;
});

/** A text that a merchant may leave out: upstream's `"0"` for "never set" (upstream 2.3) is read as `""`. */
export const optionalText = wire((raw) => {
  const verdict = readText(raw);
  return 'value' in verdict && verdict.value.trim() === '0' ? { value: '' } : verdict;
});

/** A required number. */
export const number = wire((raw): Verdict<number> => {
  const verdict = readNumber(raw);
  if (!('value' in verdict)) return verdict;
  return verdict.value === null ? { problem: 'must be a number' } : { value: verdict.value };
});

/** A number, or null when there is none. */
export const numberOrNull = wire(readNumber);

/** A whole number of at most 32 bits, or null when there is none. */
export const integerOrNull = wire((raw) => readInteger(raw));

/** A count, from 0. */
export const count = wire((raw): Verdict<number> => {
  const verdict = readInteger(raw);
  if ('value' in verdict && verdict.value !== null && verdict.value >= 0) return { value: verdict.value };
  return { problem: 'must be a count' };
});

/** An upstream id. */
export const id = wire(readId);

/** An id, or null where upstream sends 0 for "none". */
export const idOrNull = wire((raw): Verdict<number | null> => {
  const verdict = readInteger(raw, largestId);
  if (!('value' in verdict) || verdict.value === null) return verdict;
  return verdict.value > 0 ? verdict : { value: null };
});

/**
 * Ids in upstream's order, each once; `0` and `-1`, which stand for "none" and "automatic" (upstream 2.3), are left
 * out.
 */
export const ids = wire((raw): Verdict<number[]> => {
  if (raw === null || raw === undefined || raw === '') return { value: [] };
  const found = new Set<number>();
  for (const listing of Array.isArray(raw) ? raw : [raw]) {
    const verdict = readInteger(listing, largestId);
    if (!('value' in verdict)) return { problem: 'must be a list of ids' };
    if (verdict.value !== null && verdict.value > 0) found.add(verdict.value);
  }
  return { value: [...found] };
});

/** Texts in upstream's order; empty ones, as in `[""]`, are left out. */
export const texts = wire((raw): Verdict<string[]> => {
  if (raw === null || raw === undefined) return { value: [] };
  const found: string[] = [];
  for (const listing of Array.isArray(raw) ? raw : [raw]) {
    const verdict = readText(listing);
    if (!('value' in verdict)) return { problem: 'must be a list of texts' };
    if (verdict.value.trim() !== '') found.push(verdict.value);
  }
  return { value: found };
});

/** A required boolean. */
export const flag = wire(readFlag);

/** A boolean; false when upstream does not send it. */
export const flagOrFalse = wire((raw) => (raw === null || raw === undefined ? { value: false } : readFlag(raw)));

/** One of these words, in any case. */
export function word<const Word extends string>(words: readonly Word[]) {
  const known = new Map<unknown, Word>(words.map((listing) => [listing, listing]));
  return wire((raw): Verdict<Word> => {
    const value = known.get(typeof raw === 'string' ? raw.toLowerCase() : raw);
    return value === undefined ? { problem: `must be one of ${words.join(', ')}` } : { value };
  });
}

/** The path of an entity's page, from `{url}` (upstream 2.3) or `{path}` (upstream 3.1); `""` when there is none. */
export const address = wire((raw): Verdict<string> => {
  if (typeof raw !== 'object' || raw === null) return readText(raw);
  if ('url' in raw) return readText(raw.url);
  return readText('path' in raw ? raw.path : '');
});

const isoTimestamp = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * A time as ISO 8601 in UTC, whole seconds: `2018-08-24T14:41:00+00:00` and the like (upstream 2.2); without an offset
 * it is UTC. A nonexistent day is rejected, since a `Date` would silently turn it into another one.
 */
export const timestamp = wire((raw): Verdict<string> => {
  const problem = 'must be a date and time such as 2018-08-24T14:41:00+00:00';
  const match = typeof raw === 'string' ? isoTimestamp.exec(raw.trim()) : null;
  if (!match) return { problem };
  const [, year, month, day, hour, minute, second, offset = 'Z'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const sameDay = new Date(`${local}Z`);
  if (Number.isNaN(sameDay.getTime()) || !sameDay.toISOString().startsWith(local)) return { problem };
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const moment = new Date(`${local}${zone}`);
  // MySQL's first year is 1000; earlier ones are zero dates in disguise.
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1000) return { problem };
  return { value: moment.toISOString().replace('.000Z', 'Z') };
});
