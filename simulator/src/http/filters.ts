import type { Clock } from '../clock';
import { invalidField } from './errors';

export type Test<Item> = (item: Item) => boolean;

/** What a filter needs in addition to its text. */
export interface FilterContext {
  readonly clock: Clock;
  /** Longest accepted list of an `:in` filter. */
  readonly longestList: number;
}

export type FilterFactory<Item> = (raw: string, name: string, context: FilterContext) => Test<Item>;
export type Filters<Item> = Readonly<Record<string, FilterFactory<Item>>>;

export type NumberOperator = '' | ':in' | ':not_in' | ':min' | ':max' | ':greater' | ':less';

/** Filters on a number, one for each operator: min is >=, greater is > (upstream 2.1). */
export function numberFilters<Item>(
  name: string,
  valueOf: (item: Item) => number,
  operators: readonly NumberOperator[],
): Filters<Item> {
  const comparisons: Record<NumberOperator, FilterFactory<Item>> = {
    '': (raw, key) => compare(parseNumber(raw, key), (value, wanted) => value === wanted),
    ':min': (raw, key) => compare(parseNumber(raw, key), (value, wanted) => value >= wanted),
    ':max': (raw, key) => compare(parseNumber(raw, key), (value, wanted) => value <= wanted),
    ':greater': (raw, key) => compare(parseNumber(raw, key), (value, wanted) => value > wanted),
    ':less': (raw, key) => compare(parseNumber(raw, key), (value, wanted) => value < wanted),
    ':in': (raw, key, context) => {
      const wanted = new Set(parseNumbers(raw, key, context));
      return (item) => wanted.has(valueOf(item));
    },
    ':not_in': (raw, key, context) => {
      const unwanted = new Set(parseNumbers(raw, key, context));
      return (item) => !unwanted.has(valueOf(item));
    },
  };
  const compare =
    (wanted: number, holds: (value: number, wanted: number) => boolean): Test<Item> =>
    (item) =>
      holds(valueOf(item), wanted);
  return Object.fromEntries(operators.map((operator) => [`${name}${operator}`, comparisons[operator]]));
}

/** Equality with a text. */
export function textFilter<Item>(valueOf: (item: Item) => string): FilterFactory<Item> {
  return (raw) => (item) => valueOf(item) === raw;
}

/** Equality with a text, ignoring case. */
export function wordFilter<Item>(valueOf: (item: Item) => string): FilterFactory<Item> {
  return (raw) => (item) => valueOf(item).toLowerCase() === raw.toLowerCase();
}

/** Substring, ignoring case. */
export function likeFilter<Item>(valueOf: (item: Item) => string): FilterFactory<Item> {
  return (raw) => (item) => valueOf(item).toLowerCase().includes(raw.toLowerCase());
}

/** One of the comma-separated texts. */
export function textListFilter<Item>(valueOf: (item: Item) => string): FilterFactory<Item> {
  return (raw, name, context) => {
    const wanted = new Set(parseList(raw, name, context));
    return (item) => wanted.has(valueOf(item));
  };
}

/** None of the comma-separated texts. */
export function textNotListFilter<Item>(valueOf: (item: Item) => string): FilterFactory<Item> {
  return (raw, name, context) => {
    const unwanted = new Set(parseList(raw, name, context));
    return (item) => !unwanted.has(valueOf(item));
  };
}

/** `true`, `false`, `1` or `0`. */
export function flagFilter<Item>(valueOf: (item: Item) => boolean): FilterFactory<Item> {
  return (raw, name) => {
    const wanted = parseFlag(raw, name);
    return (item) => valueOf(item) === wanted;
  };
}

/** Any of an item's numbers is in the list. */
export function anyOfFilter<Item>(valuesOf: (item: Item) => readonly number[]): FilterFactory<Item> {
  return (raw, name, context) => {
    const wanted = new Set(parseNumbers(raw, name, context));
    return (item) => valuesOf(item).some((value) => wanted.has(value));
  };
}

/** Comparisons with a time in Unix seconds; items without one never match. */
export function dateFilter<Item>(
  valueOf: (item: Item) => number | null,
  holds: (value: number, wanted: number) => boolean,
): FilterFactory<Item> {
  return (raw, name, context) => {
    const wanted = parseTime(raw, name, context.clock);
    return (item) => {
      const value = valueOf(item);
      return value !== null && holds(value, wanted);
    };
  };
}

/**
 * Unix seconds from ISO 8601 or a number of seconds.
 * A bare date gets the current time of day, as upstream does (upstream 2.2).
 */
export function parseTime(raw: string, name: string, clock: Clock): number {
  if (/^\d+$/.test(raw)) return Number(raw);
  const isBareDate = /^\d{4}-\d{2}-\d{2}$/.test(raw);
  const text = isBareDate ? `${raw}T${new Date(clock.now()).toISOString().slice(11)}` : withZone(raw);
  const milliseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw invalidField(name, `${name} is not a valid date.`);
  return Math.floor(milliseconds / 1000);
}

function withZone(text: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
}

function parseNumber(raw: string, name: string): number {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) throw invalidField(name, `${name} must be a number.`);
  return value;
}

export function parseNumbers(raw: string, name: string, context: FilterContext): number[] {
  return parseList(raw, name, context).map((part) => parseNumber(part, name));
}

function parseFlag(raw: string, name: string): boolean {
  if (raw === 'true' || raw === '1') return true;
  if (raw === 'false' || raw === '0') return false;
  throw invalidField(name, `${name} must be true or false.`);
}

function parseList(raw: string, name: string, context: FilterContext): string[] {
  const parts = raw.split(',').filter((part) => part !== '');
  if (parts.length > context.longestList) {
    throw invalidField(name, `${name} accepts at most ${context.longestList} values, ${parts.length} were given.`);
  }
  return parts;
}
