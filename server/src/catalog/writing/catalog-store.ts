import type { ChangeOrigin } from '../model/change-origins';
import type { Transaction } from '../../database/database';
import type { CatalogBrand, CatalogCategory, EntityKind } from '../model/catalog-types';
import type { ReadyProduct } from '../views/prepare-product';
import type { SweptProduct } from '../model/swept-product';

/**
 * What became of one entity that upstream answered with. `outdated`: a newer response is stored already, so this one
 * was not written.
 */
export interface UpsertOutcome {
  id: number;
  kind: 'created' | 'updated' | 'unchanged' | 'outdated';
}

/** What one upstream request gave. */
export interface ReceivedItems<Item> {
  items: readonly Item[];
  /** The number drawn before the request started. */
  readVersion: number;
}

export interface UpsertRequest<Item> {
  /** With their observations ascending. */
  responses: readonly ReceivedItems<Item>[];
  /** What upstream was asked for. */
  origin: ChangeOrigin;
  now: Date;
}

/** The entities of one kind, in the form the store takes them. */
export interface CatalogItems {
  product: ReadyProduct;
  category: CatalogCategory;
  brand: CatalogBrand;
}

export interface RemoveRequest {
  entity: EntityKind;
  ids: readonly number[];
  readVersion: number;
  /** What upstream was asked for. */
  origin: ChangeOrigin;
  now: Date;
}

/**
 * The only way into the cached catalog: full runs, incremental runs, events and retries all pass through this one
 * guarded upsert. Records are updated in place, so relations of editors survive (behavior 2.14).
 */
export interface CatalogStore {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Returns an outcome for each item of each response, in their order. */
  upsert<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    request: UpsertRequest<CatalogItems[Kind]>,
  ): Promise<UpsertOutcome[]>;
  /** Returns the ids that were cached and are removed now; leaves alone what a newer response knows. */
  remove(transaction: Transaction, request: RemoveRequest): Promise<number[]>;
  /** How many records of this kind are cached. */
  count(entity: EntityKind, transaction?: Transaction): Promise<number>;
  /** Cached ids, ascending, that this run did not see and no response after its start did either. */
  unseen(request: UnseenRequest): Promise<number[]>;
  /** Ids of swept products that are not cached, or cached differently. */
  findDiffering(transaction: Transaction, swept: readonly SweptProduct[]): Promise<number[]>;
}

export interface UnseenRequest {
  entity: EntityKind;
  runId: string;
  /** The run's first observation: what was observed later exists. */
  firstReadVersion: number;
}
