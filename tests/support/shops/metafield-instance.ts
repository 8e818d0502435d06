import { createKeptMetafields } from '../../../server/src/catalog/extras/knex-metafields';
import { createListedMetafields } from '../../../server/src/catalog/extras/listed-metafields';
import { createStoredMetafields } from '../../../server/src/catalog/extras/stored-metafields';
import {
  createMetafieldFreshness,
  type MetafieldFreshness,
} from '../../../server/src/sync/freshness/metafield-freshness';
import { extrasParts, type ExtrasSite } from './extras-parts';

/** One instance that reads the metafields of a simulated store into a real database. */
export interface MetafieldInstance {
  freshness: MetafieldFreshness;
  kept: ReturnType<typeof createKeptMetafields>;
  /** Ids of products whose responses were dropped. */
  changed: number[];
  /** Works until nothing is due. */
  workOff(): Promise<void>;
  /** `namespace/key=value` of a product; null: never read. */
  shown(productId: number): Promise<string[] | null>;
}

export function metafieldInstance(site: ExtrasSite): MetafieldInstance {
  const { databaseClock, changed, namespaces, ...parts } = extrasParts(site);
  const kept = createKeptMetafields({ ...parts, clock: databaseClock });
  const freshness = createMetafieldFreshness({
    ...parts,
    kept,
    listed: createListedMetafields(parts),
    isRunUnderWay: async () => false,
  });
  const reader = createStoredMetafields({ database: parts.database, namespaces: () => namespaces });
  const never = new AbortController().signal;
  return {
    freshness,
    kept,
    changed,
    async workOff() {
      while ((await freshness.nextDue()) === 0) await freshness.refreshSome(never);
    },
    async shown(productId) {
      const found = (await reader.read([productId])).get(productId);
      return found?.map(({ namespace, key, value }) => `${namespace}/${key}=${value}`) ?? null;
    },
  };
}
