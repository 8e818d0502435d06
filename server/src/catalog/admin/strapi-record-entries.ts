import type { Core, Schema } from '@strapi/strapi';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { RecordEntries, UsingEntry } from '../../../../contracts/admin/record-entries';
import { type Database, toNumber } from '../../database/database';
import type { EntityKind } from '../model/catalog-types';
import type { CatalogTables } from '../tables/strapi-tables';
import { readSiteModels } from './strapi-site-models';
import { findChoosingRows, usingRows } from './using-rows';

/** Which entries and fields of a content type an administrator can read in the Content Manager. */
export interface ReadableEntries {
  /** Conditions on entries, for Strapi's query engine; null: none. */
  where: object | null;
  readsField(name: string): boolean;
}

/** Null if the administrator can read nothing. */
export type ReadableEntriesOf = (uid: string) => ReadableEntries | null;

type ContentType = Schema.ContentType;

const mostListed = 20;
const rowsPerRead = 100;
const configuration = z.looseObject({ settings: z.looseObject({ mainField: z.string() }) });
const found = z.array(z.looseObject({ documentId: z.string(), locale: z.string().nullish() }));

/** Finds the entries of the site's own content that use a cached record (behavior 9.5). */
export function createRecordEntries(
  strapi: Core.Strapi,
  { database, tables, productField }: { database: Database; tables: CatalogTables; productField: string },
) {
  const modelsOf = (entity: EntityKind) => readSiteModels(strapi, { entity, productField });
  const models = { product: modelsOf('product'), category: modelsOf('category'), brand: modelsOf('brand') };

  const types: ContentType[] = Object.values(strapi.contentTypes).sort(byName);

  async function titleField(type: ContentType, readable: ReadableEntries): Promise<string | null> {
    const stored: unknown = await strapi.plugin('content-manager').service('content-types').findConfiguration(type);
    const { mainField } = configuration.parse(stored).settings;
    return mainField in type.attributes && readable.readsField(mainField) ? mainField : null;
  }

  async function list(
    type: ContentType,
    { readable, using, limit }: { readable: ReadableEntries; using: Knex.QueryBuilder; limit: number },
  ): Promise<UsingEntry[]> {
    const title = await titleField(type, readable);
    // A condition can exclude one language or version of a document, and include another.
    const rowIds = readable.where ? using.select('entry.id') : using.groupBy('entry.document_id').min('entry.id');
    const where = { $and: [{ id: { $in: rowIds } }, ...(readable.where ? [readable.where] : [])] };
    const orderBy = [...(title === null ? [] : [{ [title]: 'asc' }]), { id: 'asc' }];
    const perRead = readable.where ? rowsPerRead : limit;
    const documents = new Map<string, z.infer<typeof found>[number]>();
    for (let offset = 0; ; offset += perRead) {
      const rows = found.parse(await strapi.db.query(type.uid).findMany({ where, orderBy, offset, limit: perRead }));
      for (const row of rows) if (!documents.has(row.documentId)) documents.set(row.documentId, row);
      if (rows.length < perRead || documents.size >= limit) break;
    }
    const { kind } = type;
    const { displayName } = type.info;
    return [...documents.values()].slice(0, limit).map((row) => ({
      uid: type.uid,
      kind,
      type: displayName,
      documentId: row.documentId,
      locale: row.locale ?? null,
      title: textOf(title === null ? null : row[title]) ?? (kind === 'singleType' ? displayName : row.documentId),
    }));
  }

  return async function recordEntries(
    { entity, id }: { entity: EntityKind; id: number },
    readableOf: ReadableEntriesOf,
  ): Promise<RecordEntries> {
    const row = await database(tables.tables[entity]).where({ upstream_id: id }).first('id');
    const { ids: choosing, isComplete } = await findChoosingRows(database, { models: models[entity], productId: id });
    const record = { rowId: row ? toNumber(row.id) : null, choosing };
    const entries: UsingEntry[] = [];
    let total = 0;
    for (const type of types) {
      const used = usingRows(database, { uid: type.uid, models: models[entity], record });
      const model = models[entity].get(type.uid);
      if (used === null || !model) continue;
      const using = database({ entry: model.table }).join(used.as('found'), 'found.id', 'entry.id');
      const [counted] = await using.clone().countDistinct({ documents: 'entry.document_id' });
      const documents = toNumber(counted?.documents);
      total += documents;
      const readable = documents === 0 || entries.length >= mostListed ? null : readableOf(type.uid);
      if (readable === null) continue;
      entries.push(...(await list(type, { readable, using, limit: mostListed - entries.length })));
    }
    return { total, isComplete, entries };
  };
}

function byName(one: ContentType, other: ContentType): number {
  return one.info.displayName.localeCompare(other.info.displayName) || one.uid.localeCompare(other.uid);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
