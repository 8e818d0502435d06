import type { Transaction } from '../../database/database';
import { once } from '../../lib/once';
import type { CatalogProduct, EntityKind } from '../model/catalog-types';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { type ProductIndexEntry, productIndexEntryOf } from '../model/product-index-entry';
import type { Row, StoredRow } from '../tables/stored-rows';
import { prepareProduct } from '../views/prepare-product';
import type { CatalogItems } from './catalog-store';
import { linkRowIds, type ProductLinks, type ProductLinkTables } from './product-links';
import { recordKinds } from './record-kinds';

/** One record to be written; expensive values are computed only if it is. */
export interface CatalogEntry {
  id: number;
  slugClaim: string;
  fingerprint: string;
  row: () => Row;
  links: ProductLinks | null;
  /** Null for categories and brands, which are not in the product index. */
  indexEntry: (() => ProductIndexEntry) | null;
}

/** What needs to be written for some entries. */
export interface EntryDifference {
  /** The existing rows, by upstream id. */
  stored: ReadonlyMap<number, StoredRow>;
  /** Entries without a row. */
  created: readonly CatalogEntry[];
  /** Entries whose row differs or is withdrawn: `staying` and `returned`. */
  updated: readonly CatalogEntry[];
  staying: readonly CatalogEntry[];
  returned: readonly CatalogEntry[];
  /** `created` and `returned`: to everyone but editors, a restored record is new. */
  appearing: readonly CatalogEntry[];
}

/** Resolves the relations of these items; related records that are missing are locked until the transaction ends. */
export async function entriesOf<Kind extends EntityKind>(
  transaction: Transaction,
  { entity, items, links }: { entity: Kind; items: readonly CatalogItems[Kind][]; links: ProductLinkTables },
): Promise<CatalogEntry[]> {
  const resolved = await links.resolveAndHold(transaction, productsAmong(items));
  return items.map((item) => {
    const own = resolved.get(item.id) ?? null;
    const fingerprint = fingerprintOf(digestsOf(item), linkRowIds(own));
    const entry = { id: item.id, slugClaim: item.slugClaim, fingerprint, links: own };
    if (!isProduct(item)) return { ...entry, row: () => recordKinds[entity].row(item), indexEntry: null };
    const prepared = once(() => prepareProduct(item));
    return {
      ...entry,
      row: () => prepared().row,
      indexEntry: () => productIndexEntryOf(item, prepared(), fingerprint),
    };
  });
}

/** Compares entries with the existing rows. */
export function differenceOf(
  entries: readonly CatalogEntry[],
  stored: ReadonlyMap<number, StoredRow>,
): EntryDifference {
  const isBack = ({ id }: CatalogEntry) => stored.get(id)?.isWithdrawn === true;
  const created = entries.filter(({ id }) => !stored.has(id));
  const updated = entries.filter((entry) => {
    const row = stored.get(entry.id);
    return row !== undefined && (row.isWithdrawn || row.fingerprint !== entry.fingerprint);
  });
  const returned = updated.filter(isBack);
  return {
    stored,
    created,
    updated,
    staying: updated.filter((entry) => !isBack(entry)),
    returned,
    appearing: [...created, ...returned],
  };
}

/** The slugs whose claims are added or dropped. */
export function touchedClaims({ appearing, staying, stored }: EntryDifference): string[] {
  const moved = staying.flatMap(({ id, slugClaim }) => {
    const before = stored.get(id)?.slugClaim;
    return before === undefined || before === slugClaim ? [] : [before, slugClaim];
  });
  return [...appearing.map(({ slugClaim }) => slugClaim), ...moved];
}

/** The products among items of any kind. */
export function productsAmong(items: readonly CatalogItems[EntityKind][]): CatalogProduct[] {
  return items.flatMap((item) => (isProduct(item) ? [item] : []));
}

function isProduct(item: CatalogItems[EntityKind]): item is CatalogProduct {
  return 'categoryIds' in item;
}
