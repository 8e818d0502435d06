import { productList } from '../../../contracts/rest/products';
import type { BootedSite } from '../sites/boot-site';

/** Ids that the public API returns for a small catalog. */
export async function publishedIds(
  site: Pick<BootedSite, 'rest'>,
  { without }: { without: number },
): Promise<number[]> {
  const { products } = productList.parse(await (await site.rest('/products?per_page=100')).json());
  return products.map(({ id }) => id).filter((id) => id !== without);
}
