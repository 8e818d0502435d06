import type { ProductColumns } from './product-columns';
import type { TitlePlace } from './title-places';

export interface TitleSearch {
  /** The current columns, with the products still at their old positions. */
  columns: Pick<ProductColumns, 'byTitle' | 'ids' | 'rowOf'>;
  /** Returns those of the ids that are shown, by title, ties by id. */
  sorted: (ids: readonly number[]) => Promise<number[]>;
}

// Limits each query to some five hundred products: among a million, five queries find the positions of twenty.
const mostPlaced = 20;
const askedFor = 25;

/** The least and the most of the other products that can come before one. */
interface Range {
  from: number;
  to: number;
}

/**
 * The positions of some products in the order by title, sorted by it. Queries how they sort among a few of the others,
 * then among those between the nearest two, and so on: this needs neither an index nor the database's rules for
 * comparing titles.
 * @returns null if the order must be reloaded: there are too many, or a product moved whose change is not known yet
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

/** The products that keep their positions, indexed by how many of them come before. */
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

/** Evenly spaced positions in the ranges that are still open. */
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
