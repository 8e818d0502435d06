import type { z } from 'zod';
import type { Market } from '../../../server/src/markets/market-parts';
import type { ExpectedResponses } from './expected-responses';
import type { TitleOrder } from './orders';

/** One market of a site that is compared. */
export interface Compared {
  market: Market;
  expected: ExpectedResponses;
  /** The order of titles on this database. */
  titleOrder: TitleOrder;
  /** By the slug that the market shows. */
  collectionIds: ReadonlyMap<string, number>;
  /** With the claimed slug instead of the one that a record gets; see `plainIn`. */
  plain<Item extends object>(item: Item): Item;
  /** GETs it in the market, and parses it. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
}
