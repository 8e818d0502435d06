import { mostBrandProducts } from '../../../contracts/rest/brands';
import type { z } from 'zod';
import type { collectionListQuery, collectionQuery } from '../../../contracts/rest/collections';
import type { BrandName, FindBreadcrumbs, TaxonomyPage } from '../catalog/model';
import {
  contentOfBrand,
  contentOfBrandList,
  contentOfCollections,
  keysOfBrand,
  keysOfBrandList,
  keysOfCollection,
  keysOfCollectionList,
} from '../catalog/responses';
import {
  presentBreadcrumbs,
  presentBrand,
  presentBrandListItem,
  presentCollection,
  presentCollectionListItem,
  presentCollectionTreeItem,
} from '../catalog/views';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { scopeOfMarket } from './market-scope';
import { pagingOf } from './taxonomy-paging';

type Counts = ReadonlyMap<number, number>;

/** All brands of the store, each with how many of its products a further market sells. */
export async function listBrandsInMarket(reading: MarketReading, page: TaxonomyPage | undefined, container: Container) {
  await scopeOfMarket(reading, container);
  const { items, total } = await container.catalog.marketTaxonomy(reading.parts.texts).listBrands(page);
  const counts = await container.catalog.marketProducts.countBy('brand', reading.parts);
  const body = {
    brands: items.map((item) => presentBrandListItem(countedIn(counts, item))),
    ...pagingOf(total, page),
  };
  return { kind: 'found' as const, body, surrogateKeys: keysOfBrandList(), content: contentOfBrandList() };
}

/** One brand with the first of its products that the market sells; null when there is none. */
export async function readBrandInMarket(reading: MarketReading, named: BrandName, container: Container) {
  await scopeOfMarket(reading, container);
  const { marketTaxonomy, marketProducts } = container.catalog;
  const found = await marketTaxonomy(reading.parts.texts).findBrand(named, 0);
  if (!found) return null;
  const { records, total } = await marketProducts.list(reading.parts, {
    filter: { brand: String(found.id) },
    orderBy: 'title',
    direction: 'asc',
    page: 1,
    pageSize: mostBrandProducts,
    depth: 'summary',
  });
  const record = { ...found, products: records, productCount: total };
  const { links, ...body } = presentBrand(record);
  const products = `${links.products}&market=${reading.market.key}`;
  return {
    kind: 'found' as const,
    body: { ...body, links: { products } },
    surrogateKeys: keysOfBrand(record),
    content: contentOfBrand(records.map(({ id }) => id)),
  };
}

/** The visible categories of the market's channel, with their products counted likewise. */
export async function listCollectionsInMarket(
  reading: MarketReading,
  { page, include }: { page: TaxonomyPage | undefined; include: z.infer<typeof collectionListQuery>['include'] },
  container: Container,
) {
  const taxonomy = await collectionsOfMarket(reading, container);
  const counts = await container.catalog.marketProducts.countBy('category', reading.parts);
  const listed = async () => {
    if (include?.includes('tree')) {
      const { items, total } = await taxonomy.listCollectionTree(page);
      return { total, collections: items.map((item) => presentCollectionTreeItem(countedIn(counts, item))) };
    }
    const { items, total } = await taxonomy.listCollections(page);
    return { total, collections: items.map((item) => presentCollectionListItem(countedIn(counts, item))) };
  };
  const { collections, total } = await listed();
  return {
    kind: 'found' as const,
    body: { collections, ...pagingOf(total, page) },
    surrogateKeys: keysOfCollectionList(),
    content: contentOfCollections(),
  };
}

/** One category; null when there is none. */
export async function readCollectionInMarket(
  reading: MarketReading,
  { slug, ...query }: { slug: string } & z.infer<typeof collectionQuery>,
  container: Container,
) {
  const found = await (await collectionsOfMarket(reading, container)).findCollection(slug);
  if (!found) return null;
  const counts = await container.catalog.marketProducts.countBy('category', reading.parts);
  const children = found.children.map((child) => countedIn(counts, child));
  const { side } = await scopeOfMarket(reading, container);
  const way = await breadcrumbsOf(found.id, query, (ids) => container.catalog.findBreadcrumbs(ids, side));
  return {
    kind: 'found' as const,
    body: { ...presentCollection({ ...countedIn(counts, found), children }, query.include), ...way },
    surrogateKeys: keysOfCollection(found),
    content: contentOfCollections(),
  };
}

/** The collections of a market's channel, without the market's product counts. */
export async function collectionsOfMarket(reading: MarketReading, container: Container) {
  const { side } = await scopeOfMarket(reading, container);
  const { marketCollections, marketTaxonomy } = container.catalog;
  return side.tree ? marketCollections.collectionsIn(side.tree) : marketTaxonomy(side.texts);
}

/** The group `breadcrumbs` of a collection, if it was requested. */
export async function breadcrumbsOf(
  id: number,
  { include }: z.infer<typeof collectionQuery>,
  findBreadcrumbs: FindBreadcrumbs,
) {
  return include?.includes('breadcrumbs') ? { breadcrumbs: presentBreadcrumbs(await findBreadcrumbs([id])) } : {};
}

function countedIn<Item extends { id: number; productCount: number }>(counts: Counts, item: Item): Item {
  return { ...item, productCount: counts.get(item.id) ?? 0 };
}
