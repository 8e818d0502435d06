import type { ChangeOrigin } from '../model/change-origins';
import type { Transaction } from '../../database/database';
import type { CatalogBrand, CatalogCategory, CatalogProduct, EntityKind } from '../model/catalog-types';
import type { SweptProduct } from '../model/swept-product';

/**
 * What happened to one entity of an upstream response. `outdated`: a newer response is already stored, so this one was
 * not written.
 */
export interface UpsertOutcome {
  id: number;
  kind: 'created' | 'updated' | 'unchanged' | 'outdated';
}

/** What one upstream request returned. */
export interface ReceivedItems<Item> {
  items: readonly Item[];
  /** The number drawn before the request started. */
  readVersion: number;
}

export interface UpsertRequest<Item> {
  /** Ordered by read version, ascending. */
  responses: readonly ReceivedItems<Item>[];
  /** What triggered the request. */
  origin: ChangeOrigin;
  now: Date;
}

/** The entities of one kind, in the form the store takes them. */
export interface CatalogItems {
  product: CatalogProduct;
  category: CatalogCategory;
  brand: CatalogBrand;
}

export interface RemoveRequest {
  entity: EntityKind;
  ids: readonly number[];
  readVersion: number;
  /** What triggered the request. */
  origin: ChangeOrigin;
  now: Date;
}

/**
 * The only way into the cached catalog: full runs, incremental runs, events and retries all go through this one guarded
 * upsert. Records are updated in place, so editors' relations survive (behavior 2.14).
 */
export interface CatalogStore {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Returns an outcome for each item of each response, in their order. */
  upsert<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    request: UpsertRequest<CatalogItems[Kind]>,
  ): Promise<UpsertOutcome[]>;
  /** Returns the ids that were cached and are now removed; skips records with a newer response. */
  remove(transaction: Transaction, request: RemoveRequest): Promise<number[]>;
  /** How many records of this kind are cached. */
  count(entity: EntityKind, transaction?: Transaction): Promise<number>;
  /** Cached ids, ascending, seen neither by this run nor in any response since its start. */
  unseen(request: UnseenRequest): Promise<number[]>;
  /** Ids of swept products that are not cached or differ from the cache. */
  findDiffering(transaction: Transaction, swept: readonly SweptProduct[]): Promise<number[]>;
}

export interface UnseenRequest {
  entity: EntityKind;
  runId: string;
  /** The run's first read version: a record with this or a higher one has been seen since the run started. */
  firstReadVersion: number;
}
