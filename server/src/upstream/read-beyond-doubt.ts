import { idsPerRequest } from './ids-per-request';
import type { ByIdResult } from './upstream-catalog';
import { UpstreamResponseError } from './upstream-errors';
import { chunksOf } from '../lib/chunks';

export interface ReadBeyondDoubt<Item> {
  ids: readonly number[];
  /** A few records that are surely there, none of them among the ids; none when nobody knows of any. */
  controls: readonly number[];
  /** More than so many are not believed to be missing all at once; any number, when absent. */
  mostMissing?: number;
  read(ids: readonly number[]): Promise<ByIdResult<Item>>;
}

/**
 * Asks for records by id together with a few that are surely there. A response that shows none of either is no response:
 * upstream has been seen to answer such a request with an empty list and the status 200 (behavior 10.4).
 * @returns what upstream shows of the ids
 * @throws UpstreamResponseError when it showed nothing at all
 */
export async function readBeyondDoubt<Item extends { id: number }>({
  ids,
  controls,
  mostMissing = Infinity,
  read,
}: ReadBeyondDoubt<Item>): Promise<ByIdResult<Item>> {
  const asked = new Set(ids);
  // The earliest of the requests counts for all.
  const together: ByIdResult<Item> = { items: [], failures: [], readVersion: Infinity };
  for (const part of chunksOf(ids, idsPerRequest - controls.length)) {
    const { items, failures, hasNoTree, readVersion } = await read([...part, ...controls]);
    const isDoubtful = controls.length > 0 || part.length > mostMissing;
    if (isDoubtful && !hasNoTree && items.length + failures.length === 0) {
      throw new UpstreamResponseError(
        `Upstream showed none of ${part.length} records by id, nor of ${controls.length} others: such a response is not believed.`,
        {
          method: 'GET',
          path: '/v3/catalog',
          data: { asked: part.length, controls: controls.length },
        },
      );
    }
    together.readVersion = Math.min(together.readVersion, readVersion);
    together.items.push(...items.filter(({ id }) => asked.has(id)));
    together.failures.push(...failures.filter(({ id }) => id === null || asked.has(id)));
    if (hasNoTree) together.hasNoTree = true;
  }
  return together;
}
