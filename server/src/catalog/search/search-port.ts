import type { Database, Transaction } from '../../database/database';

/** Some of the products that match. */
export interface SearchPiece {
  /** Ascending. */
  ids: number[];
  /** Where the next piece begins: after this id. Null: there is none. */
  next: number | null;
}

/** Finds published products by their folded text. Terms are folded and not empty. */
export interface SearchIndex {
  /** Makes the index where the database can have one, and says so in the log where it cannot. Before anything else. */
  prepare(): Promise<void>;
  /** For products that are not in the index. */
  add(transaction: Transaction, products: readonly { id: number; text: string }[]): Promise<void>;
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Of these published products, those that the index lacks or holds with another text. */
  lacking(reader: Database | Transaction, products: readonly { id: number; text: string }[]): Promise<number[]>;
  /** Some of the ids that are in the index and are no published product's. */
  leftovers(limit: number): Promise<number[]>;
  /** Matches with larger ids than `after`, as many as are found in some milliseconds. */
  find(term: string, after: number): Promise<SearchPiece>;
}
