import { idsPerRequest } from './ids-per-request';
import type { ByIdResult } from '../upstream-catalog';
import { UpstreamResponseError } from '../http/upstream-errors';
import { chunksOf } from '../../lib/chunks';

export interface ReadBeyondDoubt<Item> {
  ids: readonly number[];
  /** A few records that certainly exist, none of them among the ids; empty when none are known. */
  controls: readonly number[];
  /** A response that lacks more records than this at once is not trusted; unlimited when absent. */
  mostMissing?: number;
  read(ids: readonly number[]): Promise<ByIdResult<Item>>;
}

/**
 * Fetches records by id together with a few that certainly exist. A response that contains neither is not trusted:
 * upstream has been seen to respond to such a request with an empty list and the status 200 (behavior 10.4).
 * @returns the records that upstream returned for the ids
 * @throws UpstreamResponseError when it returned nothing at all
 */
export async function readBeyondDoubt<Item extends { id: number }>({
  ids,
  controls,
  mostMissing = Infinity,
  read,
}: ReadBeyondDoubt<Item>): Promise<ByIdResult<Item>> {
  const asked = new Set(ids);
  // The earliest request counts for all of them.
  const together: ByIdResult<Item> = { items: [], failures: [], readVersion: Infinity };
  for (const part of chunksOf(ids, idsPerRequest - controls.length)) {
    const { items, failures, hasNoTree, readVersion } = await read([...part, ...controls]);
    const isDoubtful = controls.length > 0 || part.length > mostMissing;
    if (isDoubtful && !hasNoTree && items.length + failures.length === 0) {
      throw new UpstreamResponseError(
        `Upstream showed none of ${part.length} records by id, nor of ${controls.length} others: such a response is not trusted.`,
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
