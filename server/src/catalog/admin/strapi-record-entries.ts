import { isDeepStrictEqual } from 'node:util';
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
  /** Conditions on entries that show this field; empty: all do; null: none does. */
  whereField(name: string): object | null;
}

/** Null if the administrator can read nothing. */
export type ReadableEntriesOf = (uid: string) => ReadableEntries | null;

type ContentType = Schema.ContentType;

const mostListed = 20;
const rowsPerRead = 100;
const configuration = z.looseObject({ settings: z.looseObject({ mainField: z.string() }) });
const found = z.array(z.looseObject({ id: z.number(), documentId: z.string(), locale: z.string().nullish() }));

type FoundRows = z.infer<typeof found>;

/** The field that the Content Manager shows as the title, as far as an administrator can read it. */
interface TitleField {
  name: string;
  where: object;
  /** Whether it can be read in all entries that can be read at all. */
  isOfAll: boolean;
}

/** Finds the entries of the site's own content that use a cached record (behavior 9.5). */
export function createRecordEntries(
  strapi: Core.Strapi,
  { database, tables, productField }: { database: Database; tables: CatalogTables; productField: string },
) {
  const modelsOf = (entity: EntityKind) => readSiteModels(strapi, { entity, productField });
  const models = { product: modelsOf('product'), category: modelsOf('category'), brand: modelsOf('brand') };

  const types: ContentType[] = Object.values(strapi.contentTypes).sort(byName);

  async function titleField(type: ContentType, readable: ReadableEntries): Promise<TitleField | null> {
    const stored: unknown = await strapi.plugin('content-manager').service('content-types').findConfiguration(type);
    const { mainField } = configuration.parse(stored).settings;
    const where = mainField in type.attributes ? readable.whereField(mainField) : null;
    if (where === null) return null;
    return {
      name: mainField,
      where,
      isOfAll: isDeepStrictEqual(where, {}) || isDeepStrictEqual(where, readable.where),
    };
  }

  /** The titles of these rows that the administrator can read, by the row's id. */
  async function titlesOf(type: ContentType, title: TitleField | null, rows: FoundRows): Promise<Map<number, string>> {
    if (title === null) return new Map();
    const { name, where, isOfAll } = title;
    const ids = rows.map(({ id }) => id);
    const titled = isOfAll
      ? rows
      : found.parse(await strapi.db.query(type.uid).findMany({ where: { $and: [{ id: { $in: ids } }, where] } }));
    return new Map(
      titled.flatMap((row): [number, string][] => {
        const text = textOf(row[name]);
        return text === null ? [] : [[row.id, text]];
      }),
    );
  }

  async function list(
    type: ContentType,
    { readable, using, limit }: { readable: ReadableEntries; using: Knex.QueryBuilder; limit: number },
  ): Promise<UsingEntry[]> {
    const title = await titleField(type, readable);
    // A condition can exclude one language or version of a document, and include another.
    const rowIds = readable.where ? using.select('entry.id') : using.groupBy('entry.document_id').min('entry.id');
    const where = { $and: [{ id: { $in: rowIds } }, ...(readable.where ? [readable.where] : [])] };
    // The order would tell about titles that are not shown.
    const orderBy = [...(title?.isOfAll ? [{ [title.name]: 'asc' }] : []), { id: 'asc' }];
    const perRead = readable.where ? rowsPerRead : limit;
    const documents = new Map<string, FoundRows[number]>();
    for (let offset = 0; ; offset += perRead) {
      const rows = found.parse(await strapi.db.query(type.uid).findMany({ where, orderBy, offset, limit: perRead }));
      for (const row of rows) if (!documents.has(row.documentId)) documents.set(row.documentId, row);
      if (rows.length < perRead || documents.size >= limit) break;
    }
    const { kind } = type;
    const { displayName } = type.info;
    const listed = [...documents.values()].slice(0, limit);
    const titles = await titlesOf(type, title, listed);
    return listed.map((row) => ({
      uid: type.uid,
      kind,
      type: displayName,
      documentId: row.documentId,
      locale: row.locale ?? null,
      title: titles.get(row.id) ?? (kind === 'singleType' ? displayName : row.documentId),
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
