import type { Database, Transaction } from '../../database/database';

/** Ids, ascending, in pieces; each takes a few milliseconds of this process at most, so that other work can run between two. */
export type FoundIds = AsyncIterable<readonly number[] | Float64Array>;

/** The text of a published product. */
export interface WrittenText {
  id: number;
  text: string;
  /** The one that it had; null if it was not published. */
  was: string | null;
}

/** Finds published products by their folded text. Terms are folded and not empty. */
export interface SearchIndex {
  /** Creates the index where the database supports one, and logs it where it does not. Call before anything else. */
  prepare(): Promise<void>;
  /** Call when everything in it is known to be right; until then, searches do without what an earlier version did not maintain. */
  trust(): void;
  write(transaction: Transaction, products: readonly WrittenText[]): Promise<void>;
  /** In any kind of index. */
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Of these published products, those missing from the index or indexed with a different text. */
  lacking(reader: Database | Transaction, products: readonly { id: number; text: string }[]): Promise<number[]>;
  /** Some of the ids in the index that belong to no published product. */
  leftovers(limit: number): Promise<number[]>;
  find(term: string): FoundIds;
  /** Of these published products, ascending, whose texts are read. */
  among(ids: Float64Array, term: string): FoundIds;
}
