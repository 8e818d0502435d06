import { invalidField, unknownFilters } from './errors';
import type { FilterContext, Filters, Test } from './filters';

export const DEFAULT_LIMIT = 50;
/** The maximum page size of any list (upstream 2.1). */
export const MAXIMUM_LIMIT = 250;

export interface ListDefinition<Item> {
  readonly filters: Filters<Item>;
  /** Fields that `include_fields` and `exclude_fields` can name. */
  readonly fields?: readonly string[];
  readonly includes?: readonly string[];
  readonly sorts?: readonly string[];
}

export interface FieldSelection {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

/** A parsed list request. */
export interface ListQuery<Item> {
  readonly page: number;
  readonly limit: number;
  readonly tests: readonly Test<Item>[];
  /** The parameters that filter and sort, as given: equal ones give the same result while nothing is edited. */
  readonly selectionKey: string;
  readonly includes: ReadonlySet<string>;
  readonly fields: FieldSelection;
  readonly sort: string | undefined;
  readonly descending: boolean;
  /** Every parameter as given, for links. */
  readonly raw: ReadonlyMap<string, string>;
}

const GENERAL = new Set(['page', 'limit', 'include', 'include_fields', 'exclude_fields', 'sort', 'direction']);

/** Parses a query like upstream: unknown filters and invalid values are a 422. */
export function readListQuery<Item>(
  query: unknown,
  definition: ListDefinition<Item>,
  context: FilterContext,
): ListQuery<Item> {
  const raw = readParameters(query);
  const names = [...raw.keys()].filter((name) => !GENERAL.has(name) || !isOffered(name, definition));
  const unknown = names.filter((name) => !Object.hasOwn(definition.filters, name));
  if (unknown.length > 0) throw unknownFilters(unknown);
  const tests = names.flatMap((name) => {
    const factory = definition.filters[name];
    return factory ? [factory(raw.get(name) ?? '', name, context)] : [];
  });
  const chosen = [...names, 'sort', 'direction'].map((name) => `${name}=${raw.get(name) ?? ''}`);
  return {
    page: Math.max(1, readInteger(raw, 'page', 1)),
    limit: Math.min(MAXIMUM_LIMIT, Math.max(1, readInteger(raw, 'limit', DEFAULT_LIMIT))),
    tests,
    selectionKey: chosen.sort().join('&'),
    includes: readIncludes(raw, definition.includes ?? []),
    fields: readFields(raw, definition.fields),
    sort: readChoice(raw, 'sort', definition.sorts ?? []),
    descending: readChoice(raw, 'direction', ['asc', 'desc']) === 'desc',
    raw,
  };
}

/** The last value of each parameter. */
export function readParameters(query: unknown): Map<string, string> {
  const parameters = new Map<string, string>();
  if (typeof query !== 'object' || query === null) return parameters;
  for (const [name, value] of Object.entries(query)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    parameters.set(name, typeof last === 'string' ? last : '');
  }
  return parameters;
}

function isOffered<Item>(name: string, definition: ListDefinition<Item>): boolean {
  if (name === 'include') return definition.includes !== undefined;
  if (name === 'include_fields' || name === 'exclude_fields') return definition.fields !== undefined;
  if (name === 'sort') return definition.sorts !== undefined;
  return true;
}

function readInteger(raw: ReadonlyMap<string, string>, name: string, fallback: number): number {
  const text = raw.get(name);
  if (text === undefined || text === '') return fallback;
  if (!/^-?\d+$/.test(text)) throw invalidField(name, `${name} must be an integer.`);
  return Number(text);
}

function readIncludes(raw: ReadonlyMap<string, string>, known: readonly string[]): ReadonlySet<string> {
  const wanted = splitList(raw.get('include'));
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalidField('include', `The include(s): ${unknown.join(', ')} are not valid.`);
  return new Set(wanted);
}

/** Field names in a request for one object or a list. */
export function readFields(raw: ReadonlyMap<string, string>, known: readonly string[] | undefined): FieldSelection {
  const only = raw.has('include_fields') ? splitList(raw.get('include_fields')) : undefined;
  const without = splitList(raw.get('exclude_fields'));
  const unknown = [...(only ?? []), ...without].filter((name) => known !== undefined && !known.includes(name));
  if (unknown.length > 0) throw invalidField('include_fields', `The field(s): ${unknown.join(', ')} are not valid.`);
  return { only: only && new Set(only), without: new Set(without) };
}

function readChoice(raw: ReadonlyMap<string, string>, name: string, known: readonly string[]): string | undefined {
  const value = raw.get(name);
  if (value === undefined || value === '') return undefined;
  if (!known.includes(value)) throw invalidField(name, `${name} must be one of: ${known.join(', ')}.`);
  return value;
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Keeps what was requested; ids and what upstream always sends stay. */
export function selectFields(
  wire: Record<string, unknown>,
  selection: FieldSelection,
  always: ReadonlySet<string>,
): Record<string, unknown> {
  const { only, without } = selection;
  if (!only && without.size === 0) return wire;
  return Object.fromEntries(
    Object.entries(wire).filter(([name]) => always.has(name) || ((only?.has(name) ?? true) && !without.has(name))),
  );
}
