import type { Core } from '@strapi/strapi';
import { mostBrandProducts } from '../../../contracts/rest/brands';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfBrand, contentOfBrandList, keysOfBrand, keysOfBrandList } from '../catalog/responses';
import { upstreamIdIn, type TaxonomyReader } from '../catalog/model';
import { presentBrand, presentBrandListItem } from '../catalog/views';
import { containerOf } from '../container';
import { RestError } from '../http/rest-errors';
import { restAction } from '../http/rest-action';
import { listBrandsInMarket, readBrandInMarket } from './taxonomy-in-market';
import { pageOf, pagingOf } from './taxonomy-paging';

/** `/brands` and `/brands/{id}`, whose id may be a slug. */
export const brands = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listBrands,
    respond: async ({ query }, container) => {
      const page = pageOf(query);
      const { items, total } = await container.catalog.taxonomy.listBrands(page);
      const body = { brands: items.map(presentBrandListItem), ...pagingOf(total, page) };
      return { kind: 'found', body, surrogateKeys: keysOfBrandList(), content: contentOfBrandList() };
    },
    respondInMarket: ({ query, reading }, container) => listBrandsInMarket(reading, pageOf(query), container),
  }),

  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readBrand,
    respond: async ({ params }, container) => {
      const record = await container.catalog.taxonomy.findBrand(params.id, mostBrandProducts);
      if (!record) return movedBrand(params.id, container.catalog.taxonomy);
      const content = contentOfBrand(record.products.map((product) => product.id));
      return { kind: 'found', body: presentBrand(record), surrogateKeys: keysOfBrand(record), content };
    },
    respondInMarket: async ({ params: { id }, reading }, container) =>
      (await readBrandInMarket(reading, id, container)) ??
      movedBrand(id, container.catalog.marketTaxonomy(reading.parts.texts)),
  }),
});

/**
 * The redirect to the current slug of a brand that no longer has this one; to its id if the slug is a number, which is
 * tried as an id first (behavior 3.5), now or later that of another brand.
 */
async function movedBrand(idOrSlug: string, taxonomy: Pick<TaxonomyReader, 'findMovedBrand'>) {
  const moved = await taxonomy.findMovedBrand(idOrSlug);
  if (moved === null)
    throw new RestError('brand_not_found', `There is no brand with this ${/^\d+$/.test(idOrSlug) ? 'id' : 'slug'}.`);
  const target = upstreamIdIn(moved.slug) === null ? moved.slug : String(moved.id);
  return { kind: 'moved' as const, path: `/brands/${encodeURIComponent(target)}`, surrogateKeys: ['brands'] };
}
