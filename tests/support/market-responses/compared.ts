import type { z } from 'zod';
import type { Market } from '../../../server/src/markets/market-parts';
import type { ExpectedResponses } from './expected-responses';
import type { TitleOrder } from './orders';

/** One market of a site, for comparison. */
export interface Compared {
  market: Market;
  expected: ExpectedResponses;
  /** The order of titles on this database. */
  titleOrder: TitleOrder;
  /** Ids by the slug that the market shows. */
  collectionIds: ReadonlyMap<string, number>;
  /** The item with the slug that it claims instead of the one that it gets; see `plainIn`. */
  plain<Item extends object>(item: Item): Item;
  /** GETs a path in the market, and parses the response. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
}
