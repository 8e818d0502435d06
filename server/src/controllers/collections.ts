import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfCollections, keysOfCollection, keysOfCollectionList } from '../catalog/responses';
import type { TaxonomyPage, TaxonomyReader } from '../catalog/model';
import { presentCollection, presentCollectionListItem, presentCollectionTreeItem } from '../catalog/views';
import { type Container, containerOf } from '../container';
import { RestError } from '../http/rest-errors';
import { restAction } from '../http/rest-action';
import {
  breadcrumbsOf,
  collectionsOfMarket,
  listCollectionsInMarket,
  readCollectionInMarket,
} from './taxonomy-in-market';
import { pageOf, pagingOf } from './taxonomy-paging';

/** `/collections` and `/collections/{slug}`. */
export const collections = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listCollections,
    respond: async ({ query }, container) => {
      const page = pageOf(query);
      const { collections: listed, total } = query.include?.includes('tree')
        ? await collectionTree(container, page)
        : await collectionList(container, page);
      const body = { collections: listed, ...pagingOf(total, page) };
      return { kind: 'found', body, surrogateKeys: keysOfCollectionList(), content: contentOfCollections() };
    },
    respondInMarket: ({ query, reading }, container) =>
      listCollectionsInMarket(reading, { page: pageOf(query), include: query.include }, container),
  }),

  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readCollection,
    respond: async ({ params, query }, { catalog }) => {
      const record = await catalog.taxonomy.findCollection(params.slug);
      if (record)
        return {
          kind: 'found',
          body: {
            ...presentCollection(record, query.include),
            ...(await breadcrumbsOf(record.id, query, catalog.findBreadcrumbs)),
          },
          surrogateKeys: keysOfCollection(record),
          content: contentOfCollections(),
        };
      return movedCollection(params.slug, catalog.taxonomy);
    },
    respondInMarket: async ({ params: { slug }, query, reading }, container) =>
      (await readCollectionInMarket(reading, { slug, ...query }, container)) ??
      movedCollection(slug, await collectionsOfMarket(reading, container)),
  }),
});

async function movedCollection(slug: string, taxonomy: Pick<TaxonomyReader, 'findCurrentCollectionSlug'>) {
  const current = await taxonomy.findCurrentCollectionSlug(slug);
  if (current === null) throw new RestError('collection_not_found', 'There is no collection with this slug.');
  const path = `/collections/${encodeURIComponent(current)}`;
  return { kind: 'moved' as const, path, surrogateKeys: ['collections'] };
}

async function collectionList({ catalog }: Container, page: TaxonomyPage | undefined) {
  const { items, total } = await catalog.taxonomy.listCollections(page);
  return { collections: items.map(presentCollectionListItem), total };
}

async function collectionTree({ catalog }: Container, page: TaxonomyPage | undefined) {
  const { items, total } = await catalog.taxonomy.listCollectionTree(page);
  return { collections: items.map(presentCollectionTreeItem), total };
}
