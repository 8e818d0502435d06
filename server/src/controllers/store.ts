import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfStore, keysOfStore } from '../catalog/responses';
import { presentStore } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';

/** `/store`. */
export const store = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readStore,
    respond: async (_, { storeFacts }) => ({
      kind: 'found',
      body: presentStore(await storeFacts.read()),
      surrogateKeys: keysOfStore(),
      content: contentOfStore(),
    }),
  }),
});
