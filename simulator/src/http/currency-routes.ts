import type { FastifyInstance } from 'fastify';
import type { StoreCurrency } from '../markets/currency-edits';
import { bareList } from './bare-list';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { readListQuery } from './list-query';

const read = { config: { scope: 'store_v2_information_read_only' } } as const;

/** `/v2/currencies` (upstream 20.2). */
export function currencyRoutes(app: FastifyInstance, context: ApiContext): void {
  const { currencies } = context.store.markets;

  app.get('/currencies', read, (request, reply) => {
    const query = readListQuery<StoreCurrency>(request.query, { filters: {} }, context);
    return bareList(reply, currencies.all(), { query, present: presentCurrency });
  });

  app.get<{ Params: { id: string } }>('/currencies/:id', read, (request) => {
    const currency = currencies.all().find((each) => String(each.id) === request.params.id);
    if (!currency) throw notFound('The currency was not found.', request.url);
    return presentCurrency(currency);
  });
}

/** The rate is text with as many decimals as upstream sends. */
function presentCurrency(currency: StoreCurrency): Record<string, unknown> {
  const { rate, modified, isDefault, id, currency_code, ...rest } = currency;
  return {
    id,
    is_default: isDefault,
    last_updated: new Date(modified * 1000).toUTCString().replace('GMT', '+0000'),
    country_iso2: '',
    default_for_country_codes: [],
    currency_code,
    currency_exchange_rate: rate.toFixed(10),
    use_default_name: true,
    ...rest,
  };
}
