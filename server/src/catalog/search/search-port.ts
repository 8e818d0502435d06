import type { Database, Transaction } from '../../database/database';

/** Some of the matching products. */
export interface SearchPiece {
  /** Ascending. */
  ids: number[];
  /** The next chunk begins after this id; null if there is none. */
  next: number | null;
}

/** Finds published products by their folded text. Terms are folded and not empty. */
export interface SearchIndex {
  /** Creates the index where the database supports one, and logs it where it does not. Call before anything else. */
  prepare(): Promise<void>;
  /** For products that are not in the index. */
  add(transaction: Transaction, products: readonly { id: number; text: string }[]): Promise<void>;
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Of these published products, those missing from the index or indexed with a different text. */
  lacking(reader: Database | Transaction, products: readonly { id: number; text: string }[]): Promise<number[]>;
  /** Some of the ids in the index that belong to no published product. */
  leftovers(limit: number): Promise<number[]>;
  /** Matches with ids above `after`, as many as are found in a few milliseconds. */
  find(term: string, after: number): Promise<SearchPiece>;
}
