import type { Database, Transaction } from '../../database/database';

/** Ascending ids, in pieces that take this process a few milliseconds each, so that other work can run in between. */
export type FoundIds = AsyncIterable<readonly number[] | Float64Array>;

/** The text of a published product. */
export interface WrittenText {
  id: number;
  text: string;
  /** Its former text; null if it was not published. */
  was: string | null;
}

/** Finds published products by their folded text. Terms are folded and not empty. */
export interface SearchIndex {
  /** Creates the index, or logs that the database does not support one. Call before anything else. */
  prepare(): Promise<void>;
  /** Call once the index is known to be right; until then, searches avoid what an earlier version did not maintain. */
  trust(): void;
  write(transaction: Transaction, products: readonly WrittenText[]): Promise<void>;
  /** Whatever text the products are indexed with. */
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Of these published products, those missing from the index or indexed with a different text. */
  lacking(reader: Database | Transaction, products: readonly { id: number; text: string }[]): Promise<number[]>;
  /** The ids in the index that belong to no published product, in pieces that may be empty. */
  leftovers(): AsyncIterable<readonly number[]>;
  find(term: string): FoundIds;
  /** The same, only among these published products; `ids` is ascending. */
  among(ids: Float64Array, term: string): FoundIds;
}
