import { expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import type { StoreFacts } from '../../server/src/catalog/model';
import { scopeOfMarket } from '../../server/src/controllers/market-scope';

const facts: StoreFacts = {
  weightUnit: 'KGS',
  currency: 'BRL',
  name: 'Demo Store',
  defaultChannelId: 1,
  currencySymbol: 'R$',
  currencyDecimals: 2,
  currencyPlacement: 'left',
  locale: 'pt_br',
};

function scopeIn(locale: string) {
  const market = marketSetting.parse({ key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale });
  const siteMarkets = {
    further: () => [market],
    find: () => market,
    default: () => ({ ...market, key: 'default', channelId: 1, locale: facts.locale }),
  };
  const storeFacts = { read: async () => facts, write: async () => undefined, forget: async () => undefined };
  return scopeOfMarket({ market }, { siteMarkets, storeFacts });
}

test('a market is in the language of the store however its locale is spelled', async () => {
  expect(await scopeIn('pt-BR')).toEqual({ facts, hasCategories: false });
  await expect(scopeIn('pt-PT')).rejects.toMatchObject({ code: 'invalid_parameter' });
});
