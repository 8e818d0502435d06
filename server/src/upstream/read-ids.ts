import { productsPath } from './products-path';
import { readPage, type Listing } from './read-pages';
import type { IdPage } from './upstream-catalog';
import type { UpstreamHttp } from './upstream-http';
import { id } from './wire-values';
import { z } from 'zod';

const identified = z.object({ id });

/** The ids of one page of a listing of products; an item without a usable one is left out, and is reported when the page itself is read. */
export async function readIdPage(http: UpstreamHttp, { page, ...listing }: Omit<Listing, 'path'> & { page: number }): Promise<IdPage> {
  const { data, total } = await readPage(http, { path: productsPath, ...listing }, page);
  const ids = data.flatMap((item) => {
    const read = identified.safeParse(item);
    return read.success ? [read.data.id] : [];
  });
  return { ids: [...new Set(ids)], total };
}
