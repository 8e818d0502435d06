import type { Transaction } from '../database/database';
import type { Clock } from '../lib/clock';
import type { UpstreamAssignments } from '../upstream/markets/assignments-client';
import type { PriceContext, PricedItem, PriceReader } from '../upstream/markets/price-reader';
import type { UpstreamCatalog } from '../upstream/upstream-catalog';
import type { Categories } from './knex-categories';
import type { Members } from './knex-members';
import type { PartRemovalLimit, PartRemovals } from './knex-part-removals';
import type { Prices } from './knex-prices';
import type { PartPasses } from './part-pass';
import type { PricedProducts } from './priced-products';

/** What passes over the parts of markets work with. */
export interface PassTools {
  passes: PartPasses;
  members: Members;
  prices: Prices;
  categories: Categories;
  products: PricedProducts;
  assignments: UpstreamAssignments;
  trees: Pick<UpstreamCatalog, 'readCategories' | 'readCategoriesById'>;
  /** `control`: an item that had a price before. */
  pricesOf(context: PriceContext, control?: PricedItem): PriceReader;
  drawVersion(): Promise<number>;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
  /** Aborted when the pass is canceled or the site stops; it continues at its checkpoint the next time. */
  signal: AbortSignal;
  /** Products whose prices are read and written together. */
  productsPerPage: number;
  removalLimit: PartRemovalLimit;
  partRemovals: PartRemovals;
}
