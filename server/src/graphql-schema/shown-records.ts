import { z } from 'zod';
import { recordUids } from '../content-types/record-uids';
import type { CatalogFields } from './catalog-fields';
import type { RecordUid } from './record-types';
import type { RequestReads } from './request-reads';

/** A record in the form of the GraphQL types. */
export interface ShownRecord {
  id: number;
}

/** Cached records of one type, by their upstream ids, in this order; records that are not shown are left out. */
export type ShownRecords = (
  named: { target: RecordUid; ids: readonly number[] },
  at: { context: object; reads: Pick<RequestReads, 'products'> },
) => Promise<ShownRecord[]>;

/** Reads the products of a response together, and the list of all brands or categories once per request. */
export function createShownRecords(queries: CatalogFields['queries']): ShownRecords {
  const taxonomies = new WeakMap<object, Map<RecordUid, Promise<Taxonomy>>>();

  function taxonomyOf(target: RecordUid, context: object): Promise<Taxonomy> {
    const ofRequest = taxonomies.get(context) ?? new Map<RecordUid, Promise<Taxonomy>>();
    taxonomies.set(context, ofRequest);
    const found = ofRequest.get(target) ?? readTaxonomy(target, queries);
    ofRequest.set(target, found);
    return found;
  }

  return async ({ target, ids }, { context, reads }) => {
    if (target === recordUids.product) return reads.products(ids);
    const taxonomy = await taxonomyOf(target, context);
    return ids.flatMap((id) => taxonomy.get(id) ?? []);
  };
}

const listed = z.looseObject({ id: z.number() });
const lists = z.object({ brands: z.array(listed).optional(), collections: z.array(listed).optional() });

/** All brands or categories that are shown, by upstream id. */
type Taxonomy = ReadonlyMap<number, ShownRecord>;

/** By the body of the list, which stays the same object while nothing changes. */
const known = new WeakMap<object, Taxonomy>();

async function readTaxonomy(target: RecordUid, queries: CatalogFields['queries']): Promise<Taxonomy> {
  const body = await (target === recordUids.brand ? queries.brands({}) : queries.collections({}));
  const found = known.get(Object(body));
  if (found) return found;
  const { brands, collections } = lists.parse(body);
  const taxonomy: Taxonomy = new Map((brands ?? collections ?? []).map((each) => [each.id, each]));
  known.set(Object(body), taxonomy);
  return taxonomy;
}
