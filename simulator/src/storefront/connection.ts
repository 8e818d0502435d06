import { StorefrontFailure } from './failures';

/** Arguments of every connection. */
export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

/** The default number of items of a connection (upstream 5.3). */
const DEFAULT_SIZE = 10;
const PREFIX = 'arrayconnection:';

/** A page of a list in Relay's shape. `most` is the largest `first` that upstream accepts. */
export function connection<Item>(
  items: readonly Item[],
  page: PageArguments,
  options: { present: (item: Item) => unknown; most?: number },
): Record<string, unknown> {
  const { start, end } = boundsOf(items.length, page, options.most ?? Number.POSITIVE_INFINITY);
  const shown = items.slice(start, end);
  return {
    edges: () => shown.map((item, place) => ({ cursor: cursorAt(start + place), node: options.present(item) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length === 0 ? null : cursorAt(start),
      endCursor: shown.length === 0 ? null : cursorAt(end - 1),
    },
    collectionInfo: { totalItems: items.length },
  };
}

/** A connection that is always empty: facets, metafields, and others that this store does not use. */
export function noItems(page: PageArguments): Record<string, unknown> {
  return connection([], page, { present: (item) => item });
}

function boundsOf(length: number, page: PageArguments, most: number): { start: number; end: number } {
  const size = page.first ?? page.last ?? DEFAULT_SIZE;
  if (size < 0 || size > most)
    throw new StorefrontFailure(`The number of items must be between 0 and ${most}, not ${size}.`);
  const from = page.after ? placeOf(page.after) + 1 : 0;
  const to = page.before ? Math.min(length, placeOf(page.before)) : length;
  const start = page.first === null || page.first === undefined ? startFromEnd(page, { from, to, size }) : from;
  return { start, end: Math.max(start, Math.min(to, start + size)) };
}

function startFromEnd(page: PageArguments, bounds: { from: number; to: number; size: number }): number {
  return page.last === null || page.last === undefined ? bounds.from : Math.max(bounds.from, bounds.to - bounds.size);
}

function cursorAt(place: number): string {
  return Buffer.from(`${PREFIX}${place}`).toString('base64');
}

function placeOf(cursor: string): number {
  const place = Number(Buffer.from(cursor, 'base64').toString('utf8').replace(PREFIX, ''));
  if (!Number.isInteger(place)) throw new StorefrontFailure('The cursor is not valid.');
  return place;
}
