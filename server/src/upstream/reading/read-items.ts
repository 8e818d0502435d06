import type { z } from 'zod';
import { type EntityKind, isUpstreamId } from '../../catalog/model';
import { UnusableItemError } from '../mapping/column-limits';
import type { ItemFailure } from '../upstream-catalog';
import { storable } from '../wire/wire-values';
import { chunksOf } from '../../lib/chunks';

/** Items of one page: those that can be used, and why the others cannot (behavior 5.7). */
export interface ReadItems<Item> {
  items: Item[];
  failures: ItemFailure[];
}

export interface ReadItemsOptions<Wire> {
  entity: EntityKind;
  schema: z.ZodType<Wire>;
  /** Upstream's name for the id of this entity. */
  idField: 'id' | 'category_id';
}

const longestName = 250;
const printedIssues = 3;

/** Parses each item on its own, so that a malformed one does not spoil its page. */
export function readItems<Wire>(raw: readonly unknown[], options: ReadItemsOptions<Wire>): ReadItems<Wire> {
  const read: ReadItems<Wire> = { items: [], failures: [] };
  for (const item of raw) {
    const parsed = options.schema.safeParse(item);
    if (parsed.success) {
      read.items.push(parsed.data);
      continue;
    }
    const issues = parsed.error.issues
      .slice(0, printedIssues)
      .map((issue) => `${printedPath(issue.path)} ${issue.message}`);
    read.failures.push({ entity: options.entity, ...labelsOf(item, options.idField), reason: issues.join('; ') });
  }
  return read;
}

export interface MapItemsOptions<Wire, Item> {
  entity: EntityKind;
  map: (wire: Wire) => Item;
  label: (wire: Wire) => { id: number; name: string };
}

/**
 * Maps each item on its own; of two with one id the first counts, since a page is written in one statement and a row
 * cannot be written twice in it.
 */
export function mapItems<Wire, Item>(
  wires: readonly Wire[],
  { entity, map, label }: MapItemsOptions<Wire, Item>,
): ReadItems<Item> {
  const mapped: ReadItems<Item> = { items: [], failures: [] };
  const seen = new Set<number>();
  for (const wire of wires) {
    const { id, name } = label(wire);
    if (seen.has(id)) continue;
    seen.add(id);
    try {
      mapped.items.push(map(wire));
    } catch (error) {
      if (!(error instanceof UnusableItemError)) throw error;
      mapped.failures.push({ entity, id, name: name.slice(0, longestName), reason: error.message });
    }
  }
  return mapped;
}

/** Yields to the rest of the process when due. */
export type YieldIfDue = () => Promise<void>;

// Few enough that even large products take only some milliseconds together.
const itemsPerTurn = 5;

/** Maps a page a few items at a time, so that it does not block the event loop for the whole page. */
export async function inTurns<Raw, Item>(
  raw: readonly Raw[],
  yieldIfDue: YieldIfDue,
  compute: (some: readonly Raw[]) => ReadItems<Item>,
): Promise<ReadItems<Item>> {
  const done: ReadItems<Item> = { items: [], failures: [] };
  for (const chunk of chunksOf(raw, itemsPerTurn)) {
    const some = compute(chunk);
    done.items.push(...some.items);
    done.failures.push(...some.failures);
    await yieldIfDue();
  }
  return done;
}

/**
 * The first of the items with each id, and all without one. A list that changes while it is paged can contain an item
 * twice, and a statement cannot write a row twice.
 */
export function onceEach<Item extends { id: number | null }>(items: readonly Item[]): Item[] {
  const seen = new Set<number>();
  return items.filter(({ id }) => {
    if (id === null) return true;
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst;
  });
}

/** What identifies an item that could not be read, where available. */
function labelsOf(item: unknown, idField: string): Pick<ItemFailure, 'id' | 'name'> {
  if (typeof item !== 'object' || item === null) return { id: null, name: null };
  const fields: Record<string, unknown> = { ...item };
  const id = Number(fields[idField]);
  const name = fields.name;
  return {
    id: isUpstreamId(id) ? id : null,
    name: typeof name === 'string' ? storable(name.slice(0, longestName)) : null,
  };
}

/** `variants[3].price`, as a person would write it; `the item` for an empty path. */
function printedPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the item';
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`))
    .join('');
}
