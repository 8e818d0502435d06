import type { RunChange } from '../../../../contracts/admin/runs';
import type { CatalogStore } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import type { Transaction } from '../../database/database';
import { rolledBack } from '../../database/rolled-back';
import type { RunProgress } from '../runs/run-store';

/** A record's fields by name, as they are compared and reported. */
export interface RecordSnapshot {
  name: string | null;
  fields: ReadonlyMap<string, string>;
}

/** Reads cached records as a transaction sees them. */
export interface CatalogSnapshots {
  read(
    transaction: Transaction,
    records: { entity: EntityKind; ids: readonly number[] },
  ): Promise<Map<number, RecordSnapshot>>;
}

/**
 * A catalog store for dry runs (behavior 5.10). Everything is really written and then rolled back to a savepoint, so
 * that a dry run executes the same code as a real one; the changes are recorded before that for the run's report.
 */
export function createDryStore(options: {
  store: CatalogStore;
  snapshots: CatalogSnapshots;
  runs: RunProgress;
  runId: string;
}): CatalogStore {
  const { store, snapshots, runs, runId } = options;

  async function tried<Result>(
    transaction: Transaction,
    {
      entity,
      ids,
      work,
    }: { entity: EntityKind; ids: readonly number[]; work: (savepoint: Transaction) => Promise<Result> },
  ): Promise<Result> {
    const begin = (tried: (savepoint: Transaction) => Promise<never>) => transaction.transaction(tried);
    const { result, changes } = await rolledBack(begin, async (savepoint) => {
      const before = await snapshots.read(savepoint, { entity, ids });
      const result = await work(savepoint);
      const after = await snapshots.read(savepoint, { entity, ids });
      return { result, changes: changesBetween(entity, { before, after }) };
    });
    await runs.noteChanges(transaction, runId, changes);
    return result;
  }

  return {
    ...store,
    upsert: (transaction, entity, request) =>
      tried(transaction, {
        entity,
        ids: request.responses.flatMap(({ items }) => items.map(({ id }) => id)),
        work: (savepoint) => store.upsert(savepoint, entity, request),
      }),
    remove: (transaction, request) =>
      tried(transaction, {
        entity: request.entity,
        ids: request.ids,
        work: (savepoint) => store.remove(savepoint, request),
      }),
  };
}

type Snapshots = ReadonlyMap<number, RecordSnapshot>;

function changesBetween(entity: EntityKind, { before, after }: { before: Snapshots; after: Snapshots }): RunChange[] {
  const changes: RunChange[] = [];
  for (const [id, { name, fields }] of after) {
    const was = before.get(id);
    if (!was) changes.push({ entity, id, name, kind: 'created', fields: [] });
    else {
      const changed = [...fields].filter(([field, value]) => was.fields.get(field) !== value).map(([field]) => field);
      if (changed.length > 0) changes.push({ entity, id, name, kind: 'updated', fields: changed });
    }
  }
  for (const [id, { name }] of before)
    if (!after.has(id)) changes.push({ entity, id, name, kind: 'removed', fields: [] });
  return changes;
}
