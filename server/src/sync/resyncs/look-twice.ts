import type { CatalogStore } from '../../catalog/writing';
import type { ChangeOrigin, EntityKind } from '../../catalog/model';
import { confirmationDelay, type Removals } from '../../catalog/removal';
import type { Clock } from '../../lib/clock';
import { readBeyondDoubt } from '../../upstream/reading/read-beyond-doubt';
import type { ByIdResult, ItemFailure } from '../../upstream/upstream-catalog';

export interface LookingTools {
  store: Pick<CatalogStore, 'remove' | 'transaction'>;
  removals: Removals;
  clock: Clock;
}

export interface Look<Item> {
  entity: EntityKind;
  id: number;
  origin: ChangeOrigin;
  /** Fetches these records. */
  read(ids: readonly number[]): Promise<ByIdResult<Item>>;
}

/** `absent`: nothing to remove; `held`: the removal limit holds it back. */
export type LookResult<Item> =
  | { kind: 'shown'; items: Item[]; failures: ItemFailure[]; readVersion: number }
  | { kind: 'removed' | 'absent' | 'held' };

// In case the second look comes a moment too early, or the record reappears in between.
const mostLooks = 4;

/**
 * Fetches one record; if it is cached and missing, fetches it again five seconds later before it is removed (behavior
 * 10.1).
 */
export async function lookTwice<Item extends { id: number }>(
  { store, removals, clock }: LookingTools,
  { entity, id, origin, read }: Look<Item>,
): Promise<LookResult<Item>> {
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    const confirmable = await removals.confirmable({ entity, ids: [id] });
    const controls = confirmable.size > 0 ? await removals.controls({ entity, ids: [id] }) : [];
    const { items, failures, hasNoTree, readVersion } = await readBeyondDoubt({ ids: [id], controls, read });
    await removals.noteExisting({ entity, ids: failures.flatMap((failure) => failure.id ?? []) });
    if (items.length + failures.length > 0) return { kind: 'shown', items, failures, readVersion };
    if (hasNoTree) await removals.refuseEmptiness(entity);
    if ((await removals.cached({ entity, ids: [id] })).size === 0) {
      // A run may have failed to import it; that failure no longer counts.
      await removals.noteAbsent({ entity, ids: [id], readVersion, confirmableAfter: confirmationDelay });
      return { kind: 'absent' };
    }
    const { removed, unconfirmed, held } = await store.transaction((transaction) =>
      removals.settle(transaction, store, { entity, ids: [id], readVersion, confirmable, origin, excess: 'hold' }),
    );
    if (held.length > 0) return { kind: 'held' };
    if (unconfirmed.length === 0) return { kind: removed.length > 0 ? 'removed' : 'absent' };
    await clock.wait(confirmationDelay);
  }
  return { kind: 'absent' };
}
