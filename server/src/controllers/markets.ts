import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfStore, keysOfMarketList } from '../catalog/responses';
import { type Container, containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { presentMarket } from '../markets/market-view';

/** `/markets`. */
export const markets = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listMarkets,
    respond: (_, container) => publicMarkets(container),
    respondInMarket: (_, container) => publicMarkets(container),
  }),
});

/** The same for every caller: callers who may read a private market already know about it. */
async function publicMarkets({ siteMarkets, storeFacts }: Container) {
  const first = siteMarkets.default(await storeFacts.read());
  const listed = [...(first ? [first] : []), ...siteMarkets.further()].filter(({ isPublic }) => isPublic);
  return {
    kind: 'found' as const,
    body: { markets: listed.map(presentMarket) },
    surrogateKeys: keysOfMarketList(),
    content: contentOfStore(),
  };
}
