import type { ReadItems } from './read-items';
import { UpstreamTooLargeError } from '../http/upstream-errors';
import { chunksOf } from '../../lib/chunks';

/**
 * Reads products by id in one request, or in halves where the response would exceed the size limit, down to single
 * products. One that is too large alone is a failure with its id, so that it does not count as deleted.
 * @throws any other error of a request: a partial read does not count
 */
export async function readInHalves<Item>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<ReadItems<Item>>,
): Promise<ReadItems<Item>> {
  try {
    return await read(ids);
  } catch (error) {
    const [only, ...others] = ids;
    if (!(error instanceof UpstreamTooLargeError) || only === undefined) throw error;
    if (others.length === 0)
      return { items: [], failures: [{ entity: 'product', id: only, name: null, reason: error.message }] };
    return readInParts(ids, { most: Math.ceil(ids.length / 2), read });
  }
}

/** Reads products by id, at most `most` per request, and each part in halves where necessary. */
export async function readInParts<Item>(
  ids: readonly number[],
  { most, read }: { most: number; read: (ids: readonly number[]) => Promise<ReadItems<Item>> },
): Promise<ReadItems<Item>> {
  const all: ReadItems<Item> = { items: [], failures: [] };
  for (const some of chunksOf(ids, most)) {
    const part = await readInHalves(some, read);
    all.items.push(...part.items);
    all.failures.push(...part.failures);
  }
  return all;
}
