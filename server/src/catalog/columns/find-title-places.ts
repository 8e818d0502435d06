import type { ProductColumns } from './product-columns';
import type { TitlePlace } from './title-places';

export interface TitleSearch {
  /** As they are, with the products where they were. */
  columns: Pick<ProductColumns, 'byTitle' | 'ids' | 'rowOf'>;
  /** Those of these ids that are shown, by title, ties by id. */
  sorted: (ids: readonly number[]) => Promise<number[]>;
}

// So that each question names some five hundred products at most: of a million, five questions find the place of twenty.
const mostPlaced = 20;
const askedFor = 25;

/** How many of the other products come before one: at least, and at most. */
interface Range {
  from: number;
  to: number;
}

/**
 * Where some products are by title, in that order. Asks how they are sorted among a few of the others, and then among those between
 * the nearest two: that needs no index, and no rule by which the database compares titles.
 * @returns null if the order must be read again: they are too many, or something moved that is not known yet
 */
export async function findTitlePlaces(
  ids: readonly number[],
  { columns, sorted }: TitleSearch,
): Promise<TitlePlace[] | null> {
  if (ids.length === 0) return [];
  if (ids.length > mostPlaced) return null;
  const others = othersThan(ids, columns);
  const ranges = new Map<number, Range>(ids.map((id) => [id, { from: 0, to: others.count }]));
  let order: readonly number[];
  do {
    const positions = positionsIn([...ranges.values()]);
    const asked = positions.map(others.idAt);
    order = await sorted([...ids, ...asked]);
    const placeOf = new Map(order.map((id, place) => [id, place]));
    const places = asked.map((id) => placeOf.get(id) ?? -1);
    if (!isAscending(places)) return null;
    for (const [id, range] of ranges) {
      const own = placeOf.get(id);
      if (own === undefined) ranges.delete(id);
      else narrow(range, { positions, isBefore: (index) => (places[index] ?? 0) < own });
    }
  } while ([...ranges.values()].some(({ from, to }) => from < to));
  return placesOf(order, (id) => ranges.get(id)?.from ?? null, others.idAt);
}

/** Those that keep their places, by how many of them come before. */
function othersThan(ids: readonly number[], columns: TitleSearch['columns']) {
  const { byTitle, ids: stored } = columns;
  const { rows } = byTitle;
  const left = ids
    .flatMap((id) => {
      const row = columns.rowOf(id);
      return row === null ? [] : (byTitle.positionOf(row) ?? []);
    })
    .sort((one, other) => one - other);
  return {
    count: rows.length - left.length,
    idAt: (index: number): number => {
      const position = left.reduce((at, gone) => (gone <= at ? at + 1 : at), index);
      return stored[rows[position] ?? 0] ?? 0;
    },
  };
}

/** Evenly among what is open. */
function positionsIn(ranges: readonly Range[]): number[] {
  const positions = ranges.flatMap(({ from, to }) =>
    from === to
      ? []
      : Array.from({ length: askedFor }, (_, index) => from + Math.floor(((to - from) * (index + 1)) / (askedFor + 1))),
  );
  return [...new Set(positions)].sort((one, other) => one - other);
}

function narrow(
  range: Range,
  { positions, isBefore }: { positions: readonly number[]; isBefore: (index: number) => boolean },
): void {
  for (const [index, position] of positions.entries()) {
    if (isBefore(index)) range.from = Math.max(range.from, position + 1);
    else range.to = Math.min(range.to, position);
  }
}

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, index) => place > (places[index - 1] ?? -1));

function placesOf(
  order: readonly number[],
  beforeOf: (id: number) => number | null,
  idAt: (index: number) => number,
): TitlePlace[] {
  const places: TitlePlace[] = [];
  let last: { id: number; before: number } | null = null;
  for (const id of order) {
    const before = beforeOf(id);
    if (before === null) continue;
    const behind: number | null = last?.before === before ? last.id : before === 0 ? null : idAt(before - 1);
    places.push({ id, behind });
    last = { id, before };
  }
  return places;
}
