import type { Transaction } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import type { MissingLinks } from './missing-links';
import { withStoredMoments } from '../tables/moments';
import type { Row } from '../tables/stored-rows';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';

export interface GoneRecords {
  entity: EntityKind;
  ids: readonly number[];
  now: Date;
}

/** The values that hide a record of each kind from reads by status. */
const hiding: Record<EntityKind, Row> = {
  product: { publication_status: 'withdrawn' },
  category: { is_visible: false },
  brand: {},
};

/**
 * Withdraws or deletes records that upstream no longer returns (behavior 10.3). A withdrawn record is hidden from the
 * public and claims no slug, but its row keeps its document id and all relations, so that it can be restored as the
 * same document.
 */
export function createWithdrawal(options: {
  catalogTables: CatalogTables;
  productIndex: ProductIndex;
  missingLinks: MissingLinks;
  changes: ChangeCollector;
}) {
  const {
    catalogTables: { tables },
    productIndex,
    missingLinks,
    changes,
  } = options;

  return {
    async withdraw(transaction: Transaction, { entity, ids, now }: GoneRecords): Promise<void> {
      if (entity === 'product') await productIndex.hide(transaction, ids);
      else
        changes.collect(transaction, {
          entity: 'product',
          kind: 'updated',
          ids: await missingLinks.relatedTo(transaction, { entity, ids }),
        });
      // Without a fingerprint, anything upstream returns later counts as different.
      const withdrawn = withStoredMoments(transaction, {
        ...hiding[entity],
        withdrawn_at: now,
        updated_at: now,
        slug: null,
        slug_claim: null,
        fingerprint: '',
      });
      await transaction(tables[entity])
        .whereIn('upstream_id', [...ids])
        .update(withdrawn);
    },

    /** Deletes the records permanently. */
    async delete(transaction: Transaction, { entity, ids }: GoneRecords): Promise<void> {
      if (entity === 'product') {
        await productIndex.remove(transaction, ids);
        await missingLinks.forget(transaction, ids);
      } else
        changes.collect(transaction, {
          entity: 'product',
          kind: 'updated',
          ids: await missingLinks.disconnect(transaction, { entity, ids }),
        });
      await transaction(tables[entity])
        .whereIn('upstream_id', [...ids])
        .delete();
      await transaction(ownTables.redirects)
        .where({ entity })
        .whereIn('upstream_id', [...ids])
        .delete();
    },
  };
}

export type Withdrawal = ReturnType<typeof createWithdrawal>;
