import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './context';
import { readParameters } from './list-query';

/** `/v3/settings/store/locale`: the default language; the list of locales is in GraphQL only (upstream 20.5). */
export function localeRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get('/settings/store/locale', { config: { scope: 'store_v2_information_read_only' } }, (request) => {
    const { information, markets } = context.store;
    const channelId = Number(readParameters(request.query).get('channel_id') ?? information.default_channel_id);
    return {
      data: {
        default_shopper_language: markets.locales.defaultOf(channelId),
        shopper_language_selection_method: 'browser',
        store_country: information.country,
      },
      meta: {},
    };
  });
}
