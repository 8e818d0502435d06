import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfCollections } from '../catalog/responses/response-content';
import { presentCollection, presentCollectionListItem } from '../catalog/views/collection-view';
import { keysOfCollection, keysOfCollectionList } from '../catalog/responses/surrogate-keys';
import { containerOf } from '../container';
import { RestError } from '../http/rest-errors';
import { restAction } from '../http/rest-action';
import { pageOf, pagingOf } from './taxonomy-paging';

/** `/collections` and `/collections/{slug}`. */
export const collections = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listCollections,
    respond: async ({ query }, container) => {
      const page = pageOf(query);
      const { items, total } = await container.catalog.taxonomy.listCollections(page);
      const body = { collections: items.map(presentCollectionListItem), ...pagingOf(total, page) };
      return { kind: 'found', body, surrogateKeys: keysOfCollectionList(), content: contentOfCollections() };
    },
  }),

  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readCollection,
    respond: async ({ params }, { catalog }) => {
      const record = await catalog.taxonomy.findCollection(params.slug);
      if (record)
        return {
          kind: 'found',
          body: presentCollection(record),
          surrogateKeys: keysOfCollection(record),
          content: contentOfCollections(),
        };
      const current = await catalog.taxonomy.findCurrentCollectionSlug(params.slug);
      if (current === null) throw new RestError('collection_not_found', 'There is no collection with this slug.');
      return { kind: 'moved', path: `/collections/${encodeURIComponent(current)}`, surrogateKeys: ['collections'] };
    },
  }),
});
