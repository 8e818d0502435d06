import { createKeptModifiers } from '../../../server/src/catalog/extras/knex-modifiers';
import { createStoredModifiers } from '../../../server/src/catalog/extras/stored-modifiers';
import { createModifierFreshness } from '../../../server/src/sync/freshness/modifier-freshness';
import { extrasParts, type ExtrasSite } from './extras-parts';

/** One instance that reads the modifiers of a simulated store into a real database. */
export function modifierInstance(site: ExtrasSite) {
  const { databaseClock, ...parts } = extrasParts(site);
  const kept = createKeptModifiers({ ...parts, clock: databaseClock });
  const freshness = createModifierFreshness({ ...parts, kept, isUrgentOnly: async () => false });
  const reader = createStoredModifiers(parts.database);
  const never = new AbortController().signal;
  return {
    freshness,
    kept,
    /** Works until nothing is due. */
    async workOff() {
      while ((await freshness.nextDue()) === 0) await freshness.refreshSome(never);
    },
    /** The names of a product's modifiers; null: never read. */
    async shown(productId: number): Promise<string[] | null> {
      const found = (await reader.read([productId])).get(productId);
      return found?.map(({ name }) => name) ?? null;
    },
  };
}
