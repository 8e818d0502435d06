import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfStore, keysOfStore } from '../catalog/responses';
import { presentCurrencyOfMarket, presentStore } from '../catalog/views';
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
    respondInMarket: async ({ reading: { market } }, { storeFacts }) => {
      const facts = await storeFacts.read();
      const { currency, locale } = market;
      return {
        kind: 'found',
        body: { ...presentStore(facts), currency: presentCurrencyOfMarket(currency, facts), locale },
        surrogateKeys: keysOfStore(),
        content: contentOfStore(),
      };
    },
  }),
});
