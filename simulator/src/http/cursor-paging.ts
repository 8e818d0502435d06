import { invalidField } from './errors';
import { pageReply, slicePage } from './paging';

/** The parameters that select a page. */
interface CursorQuery {
  readonly page: number;
  readonly limit: number;
  readonly raw: ReadonlyMap<string, string>;
}

const PREFIX = 'cursor:';

/** Lists with cursors accept both parameters in addition to their filters. */
export const CURSOR_FILTERS = { before: () => () => true, after: () => () => true } as const;

/**
 * A page of a list that can be paged both ways: with `page` the reply has `pagination` only, with `after` or `before`
 * `cursor_pagination` only, and with neither both (upstream 20.3).
 */
export function cursorReply<Item>(
  items: readonly Item[],
  query: CursorQuery,
  present: (item: Item) => unknown,
): { data: unknown[]; meta: Record<string, unknown> } {
  const { raw } = query;
  if (!raw.has('after') && !raw.has('before')) {
    const { data, meta } = pageReply(slicePage(items, query).map(present), items.length, query);
    if (raw.has('page')) return { data, meta: { ...meta } };
    return {
      data,
      meta: { ...meta, cursor_pagination: cursorMeta({ start: 0, count: data.length, all: items.length }, query) },
    };
  }
  const start = startOf(items.length, query);
  const end = raw.has('after') ? start + query.limit : Math.min(items.length, placeOf(raw, 'before'));
  const data = items.slice(start, end).map(present);
  return { data, meta: { cursor_pagination: cursorMeta({ start, count: data.length, all: items.length }, query) } };
}

function startOf(length: number, { raw, limit }: CursorQuery): number {
  if (raw.has('after')) return Math.min(length, placeOf(raw, 'after') + 1);
  return Math.max(0, placeOf(raw, 'before') - limit);
}

function cursorMeta(shown: { start: number; count: number; all: number }, query: CursorQuery): Record<string, unknown> {
  const { start, count, all } = shown;
  const ends = count === 0 ? {} : { start_cursor: cursorAt(start), end_cursor: cursorAt(start + count - 1) };
  const link = (name: string, cursor: string): string => {
    const parameters = new URLSearchParams(
      [...query.raw].filter(([key]) => !['page', 'after', 'before'].includes(key)),
    );
    parameters.set(name, cursor);
    return `?${parameters.toString()}`;
  };
  return {
    count,
    per_page: query.limit,
    ...ends,
    links: {
      ...(start > 0 && count > 0 ? { previous: link('before', cursorAt(start)) } : {}),
      ...(start + count < all ? { next: link('after', cursorAt(start + count - 1)) } : {}),
    },
  };
}

function cursorAt(place: number): string {
  return Buffer.from(`${PREFIX}${place}`).toString('base64url');
}

function placeOf(raw: ReadonlyMap<string, string>, name: string): number {
  const text = Buffer.from(raw.get(name) ?? '', 'base64url').toString('utf8');
  const place = Number(text.replace(PREFIX, ''));
  if (!text.startsWith(PREFIX) || !Number.isInteger(place)) throw invalidField(name, `${name} is not a valid cursor.`);
  return place;
}
