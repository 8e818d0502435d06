import { productsPath } from './products-path';
import { readPage, type Listing } from './read-pages';
import type { IdPage } from '../upstream-catalog';
import type { UpstreamHttp } from '../http/upstream-http';
import { id } from '../wire/wire-values';
import { z } from 'zod';

const identified = z.object({ id });

// The same order as the listings, so that a page has the same products.
const idsInOrder = { include_fields: 'id', include: undefined, sort: 'id', direction: 'asc' } as const;

/**
 * The ids of one page of a listing of products; an item without a usable id is left out, and so is missing from the
 * run's count of read items.
 */
export async function readIdPage(
  http: UpstreamHttp,
  { page, query, ...listing }: Omit<Listing, 'path'> & { page: number },
): Promise<IdPage> {
  const { data, total, totalPages } = await readPage(
    http,
    { path: productsPath, query: { ...query, ...idsInOrder }, ...listing },
    page,
  );
  const ids = data.flatMap((item) => {
    const read = identified.safeParse(item);
    return read.success ? [read.data.id] : [];
  });
  return { ids: [...new Set(ids)], received: data.length, total, totalPages };
}
