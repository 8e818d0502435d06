import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import { MarketNotReadyError } from './market-errors';
import { type Market, marketParts, partName } from './market-parts';

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
}

export function createKnexReadyMarkets(database: Database): ReadyMarkets {
  return {
    async partsOf(market) {
      const names = marketParts(market, null)
        .filter(({ kind }) => kind === 'membership' || kind === 'prices')
        .map((part) => partName(part));
      const rows = await database(tables.marketParts)
        .whereIn('name', names)
        .whereNotNull('complete_since')
        .select('id', 'kind');
      const ids = new Map(rows.map((row) => [String(row.kind), toNumber(row.id)]));
      const membershipId = ids.get('membership');
      const pricesId = ids.get('prices');
      if (rows.length < names.length || membershipId === undefined || pricesId === undefined)
        throw new MarketNotReadyError(market);
      return { membershipId, pricesId };
    },
  };
}
