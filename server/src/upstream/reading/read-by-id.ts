import { idsPerRequest } from './ids-per-request';
import type { ReadItems } from './read-items';
import type { ByIdRequest } from '../upstream-catalog';
import { UpstreamResponseError } from '../http/upstream-errors';

/** The result of fetching entities by id. */
export interface ResponseById<Item> extends ReadItems<Item> {
  /** How many upstream counted. */
  total: number;
}

/** How entities of one kind are fetched by id. */
export interface ById<Item> {
  path: string;
  ask: () => Promise<ResponseById<Item>>;
}

/**
 * The entities among these ids that upstream still has. What is missing from the response counts as deleted, so the
 * response must be beyond doubt: everything that upstream counted has arrived, it is what was requested, and each item
 * is identified.
 * @throws UpstreamResponseError when it is not
 */
export async function readById<Item extends { id: number }>(
  { path, ask }: ById<Item>,
  { ids }: Pick<ByIdRequest, 'ids'>,
): Promise<ReadItems<Item>> {
  if (ids.length === 0) return { items: [], failures: [] };
  if (ids.length > idsPerRequest) throw new RangeError(`at most ${idsPerRequest} ids at a time, got ${ids.length}`);

  const { total, ...result } = await ask();
  const refuse = (why: string) => {
    throw new UpstreamResponseError(`GET ${path} by id ${why}`, { method: 'GET', path });
  };
  const asked = new Set(ids);
  const sent = new Set([...result.items, ...result.failures].map(({ id }) => id));
  if (result.failures.some((failure) => failure.id === null)) refuse('sent an item without a usable id');
  // One that is sent twice leaves out another.
  if (sent.size !== total) refuse(`counted ${total} items and sent ${sent.size}`);
  if ([...sent].some((id) => id !== null && !asked.has(id))) refuse('sent items that were not asked for');
  return result;
}
