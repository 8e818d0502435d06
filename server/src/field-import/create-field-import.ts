import type {
  FieldImportBody,
  FieldImportPage,
  FieldImportPlan,
  FieldImportQuery,
} from '../../../contracts/admin/field-import';
import type { CachedIds, SiteModel } from '../catalog/admin';
import type { Database, Transaction } from '../database/database';
import { transact } from '../database/transact';
import { updateRows } from '../database/update-rows';
import { UnknownFieldError } from './field-import-errors';
import { type EntryType, holdingEntries } from './holding-entries';
import { type ImportModel, planImport, type TargetKind } from './import-plan';
import { readValues, type ValuePage } from './import-rows';
import { type JudgedValue, judgeValue, productIn } from './judge-value';

export interface FieldImportParts {
  database: Database;
  /** Reads the cached products over a connection, which may be a transaction: SQLite has only one. */
  cachedIn(connection: Database | Transaction): Pick<CachedIds, 'among'>;
  siteModels: ReadonlyMap<string, SiteModel>;
  importModels: ReadonlyMap<string, ImportModel>;
  entryTypes: ReadonlyMap<string, EntryType>;
}

/** Imports products that editors chose in fields of `@strapi-community/bigcommerce` (behavior 13.8). */
export interface FieldImport {
  /** The fields to be searched, and the target of their products. */
  plan(query: FieldImportQuery): FieldImportPlan;
  /**
   * Imports a page of one field, or reports what that would do, in one transaction. Timestamps of the last change stay
   * the same, so that no published entry looks as if it had been edited since.
   * @throws UnknownFieldError
   */
  importPage(body: FieldImportBody): Promise<FieldImportPage>;
}

export function createFieldImport(parts: FieldImportParts): FieldImport {
  const { database, importModels } = parts;

  return {
    plan: (query) => ({ fields: planImport([...importModels.values()], query) }),

    async importPage(body) {
      const place = placeOf(importModels, body);
      const judged = body.dryRun
        ? await judgePage(database, body, place)
        : await transact(database, async (transaction) => {
            const page = await judgePage(transaction, body, place);
            const { table, target } = place;
            const rows = page.values.flatMap(({ rowId, write }) =>
              target === null || write === undefined ? [] : [{ id: rowId, [target.column]: write }],
            );
            await updateRows(transaction, table, { by: 'id', rows });
            return page;
          });
      const entries = await holdingEntries(
        { database, models: parts.siteModels, types: parts.entryTypes },
        { uid: body.model, ids: judged.values.map(({ rowId }) => rowId) },
      );
      const values = judged.values.map(({ rowId, productId, outcome, reason }) => ({
        id: rowId,
        productId,
        outcome,
        reason,
        entries: [...(entries.get(rowId) ?? [])],
      }));
      return { values, next: judged.next };
    },
  };

  async function judgePage(
    connection: Database | Transaction,
    { after, keepUnknown }: FieldImportBody,
    { table, source, target }: ImportPlace,
  ): Promise<{ values: JudgedValue[]; next: ValuePage['next'] }> {
    const page = await readValues(connection, { table, source, target: target?.column ?? null, after });
    const named = page.values.flatMap((value) => productIn(value) ?? []);
    const cached = await parts.cachedIn(connection).among('product', [...new Set(named)]);
    const way = {
      target: target && { kind: target.kind, isSameField: target.column === source },
      keepUnknown,
      isCached: (id: number) => cached.has(id),
    };
    return { values: page.values.flatMap((value) => judgeValue(value, way) ?? []), next: page.next };
  }
}

interface ImportPlace {
  table: string;
  /** The column. */
  source: string;
  target: { column: string; kind: TargetKind } | null;
}

/** The columns of the named fields. @throws UnknownFieldError */
function placeOf(
  models: FieldImportParts['importModels'],
  { model: uid, field, target: targetName, dryRun }: FieldImportBody,
): ImportPlace {
  const model = models.get(uid);
  const target = targetName === null ? null : (model?.own.get(targetName) ?? null);
  const source = model?.foreign.get(field) ?? (field === targetName ? target : null);
  const isPossible = targetName === null ? dryRun : target !== null;
  if (!model || !source || !isPossible)
    throw new UnknownFieldError({
      given: { model: uid, field, target: targetName },
      allowed: [...(model?.own.keys() ?? [])],
    });
  return { table: model.table, source: source.column, target };
}
