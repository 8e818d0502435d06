import type { ImportedEntry } from '../../../contracts/admin/field-import';
import type { SiteModel } from '../catalog/admin';
import { type Database, toNumber } from '../database/database';

/** A content type whose entries are searched. */
export interface EntryType {
  uid: string;
  table: string;
  hasDrafts: boolean;
}

export interface HoldingParts {
  database: Database;
  models: ReadonlyMap<string, Pick<SiteModel, 'components'>>;
  types: ReadonlyMap<string, EntryType>;
}

interface Rows {
  /** Uid of their content type or component. */
  uid: string;
  ids: readonly number[];
}

/** By row, the versions of entries that hold it; rows that no entry holds are missing. */
export type HoldingEntries = ReadonlyMap<number, readonly ImportedEntry[]>;

/**
 * Finds the entries that rows of a content type are, or that hold rows of a component, however deeply. Components are
 * not shared: each version of each entry has its own.
 */
export async function holdingEntries(parts: HoldingParts, { uid, ids }: Rows): Promise<HoldingEntries> {
  const type = parts.types.get(uid);
  if (ids.length === 0) return new Map();
  if (type) return readEntries(parts.database, { type, ids });
  const found = new Map<number, ImportedEntry[]>();
  for (const [holder, { components }] of parts.models) {
    for (const { attribute, component, table, columns } of components) {
      if (component !== uid) continue;
      const listed: { owner: unknown; held: unknown }[] = await parts
        .database(table)
        .whereIn(columns.component, [...ids])
        .where({ [columns.type]: uid, [columns.attribute]: attribute })
        .select({ owner: columns.owner, held: columns.component });
      const owners = await holdingEntries(parts, {
        uid: holder,
        ids: [...new Set(listed.map(({ owner }) => toNumber(owner)))],
      });
      for (const { owner, held } of listed) {
        const entries = owners.get(toNumber(owner)) ?? [];
        if (entries.length > 0) found.set(toNumber(held), [...(found.get(toNumber(held)) ?? []), ...entries]);
      }
    }
  }
  return found;
}

async function readEntries(
  database: Database,
  { type, ids }: { type: EntryType; ids: readonly number[] },
): Promise<HoldingEntries> {
  const rows: { id: unknown; document_id: unknown; locale: unknown; published_at: unknown }[] = await database(
    type.table,
  )
    .whereIn('id', [...ids])
    .select('id', 'document_id', 'locale', 'published_at');
  return new Map(
    rows.map((row) => [
      toNumber(row.id),
      [
        {
          uid: type.uid,
          documentId: String(row.document_id),
          locale: row.locale === null ? null : String(row.locale),
          status: type.hasDrafts ? (row.published_at === null ? 'draft' : 'published') : null,
        },
      ],
    ]),
  );
}
