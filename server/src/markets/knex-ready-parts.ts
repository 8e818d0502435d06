import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import { MarketNotReadyError } from './market-errors';
import { type Market, partName } from './market-parts';

/** The parts of a market by the ids of their rows, each of which was complete once. */
export interface ReadyParts {
  membershipId: number;
  pricesId: number;
}

/** Which markets can be read. */
export interface ReadyMarkets {
  /**
   * In one statement, and never from memory: clearing the catalog deletes parts.
   * @throws MarketNotReadyError when a part was never complete
   */
  partsOf(market: Market): Promise<ReadyParts>;
  /** Of those of these markets that can be read, by key; in one statement, too. */
  partsOfAll(markets: readonly Market[]): Promise<ReadonlyMap<string, ReadyParts>>;
}

export function createKnexReadyMarkets(database: Database): ReadyMarkets {
  async function partsOfAll(markets: readonly Market[]): Promise<Map<string, ReadyParts>> {
    const named = markets.map((market) => ({ key: market.key, ...namesOf(market) }));
    const rows = await database(tables.marketParts)
      .whereIn('name', [...new Set(named.flatMap(({ membership, prices }) => [membership, prices]))])
      .whereNotNull('complete_since')
      .select('id', 'name');
    const ids = new Map(rows.map((row) => [String(row.name), toNumber(row.id)]));
    const ready = new Map<string, ReadyParts>();
    for (const { key, membership, prices } of named) {
      const membershipId = ids.get(membership);
      const pricesId = ids.get(prices);
      if (membershipId !== undefined && pricesId !== undefined) ready.set(key, { membershipId, pricesId });
    }
    return ready;
  }

  return {
    partsOfAll,
    async partsOf(market) {
      const parts = (await partsOfAll([market])).get(market.key);
      if (!parts) throw new MarketNotReadyError(market);
      return parts;
    },
  };
}

function namesOf({ channelId, currency, customerGroupId }: Market) {
  return {
    membership: partName({ kind: 'membership', channelId }),
    prices: partName({ kind: 'prices', channelId, currency, customerGroupId }),
  };
}
