import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { EntityKind } from '../model/catalog-types';
import { recordKinds } from '../writing/record-kinds';

/** A relation from the site's own content to a cached record. */
export interface SiteRelation {
  /** Row id of the cached record. */
  rowId: number;
  /** Content type or component, and its attribute, for example `api::page.page.products`. */
  attribute: string;
  /** Document id of the entry; for a component, which has none, its row id. */
  entry: string;
}

const column = z.object({ name: z.string() });
const relation = z.object({
  type: z.literal('relation'),
  target: z.string(),
  joinTable: z.object({ name: z.string(), joinColumn: column, inverseJoinColumn: column }).optional(),
  joinColumn: column.optional(),
});

/** An attribute of the site's own content that relates to cached records of one kind, and the table it is stored in. */
export interface RelationPlace {
  /** The content type or component. */
  uid: string;
  /** The uid with the attribute's name. */
  attribute: string;
  table: string;
  /** Column with the row id of the cached record. */
  to: string;
  /** Column with the row id of the entry. */
  from: string;
  entries: string;
  hasDocumentId: boolean;
}

/**
 * Where the site's content types or components relate to one kind of cached record, except by polymorphic relations.
 */
export function relationPlaces(strapi: Core.Strapi, entity: EntityKind): RelationPlace[] {
  const { uid: target } = recordKinds[entity];
  const places: RelationPlace[] = [];
  for (const meta of strapi.db.metadata.values()) {
    if (meta.uid.startsWith('plugin::commerce-bridge.')) continue;
    for (const [name, definition] of Object.entries(meta.attributes)) {
      // Few attributes of a site are relations, and each one that the schema rejects costs an error with its stack.
      if (!('target' in definition) || definition.target !== target) continue;
      const parsed = relation.safeParse(definition);
      if (!parsed.success) continue;
      const { joinTable, joinColumn } = parsed.data;
      const place = {
        uid: meta.uid,
        attribute: `${meta.uid}.${name}`,
        entries: meta.tableName,
        hasDocumentId: 'documentId' in meta.attributes,
      };
      if (joinTable)
        places.push({
          ...place,
          table: joinTable.name,
          from: joinTable.joinColumn.name,
          to: joinTable.inverseJoinColumn.name,
        });
      else if (joinColumn) places.push({ ...place, table: meta.tableName, from: 'id', to: joinColumn.name });
    }
  }
  return places;
}

/** Finds relations from the site's own content to cached records, except polymorphic ones. */
export function createSiteRelations(strapi: Core.Strapi) {
  const places = {
    product: relationPlaces(strapi, 'product'),
    category: relationPlaces(strapi, 'category'),
    brand: relationPlaces(strapi, 'brand'),
  };

  return async function relationsTo(
    transaction: Transaction,
    { entity, rowIds }: { entity: EntityKind; rowIds: readonly number[] },
  ): Promise<SiteRelation[]> {
    const found: SiteRelation[] = [];
    for (const { attribute, table, from, to, entries, hasDocumentId } of rowIds.length === 0 ? [] : places[entity]) {
      const rows: Record<string, unknown>[] = await transaction({ link: table })
        .join({ entry: entries }, 'entry.id', `link.${from}`)
        .whereIn(`link.${to}`, [...rowIds])
        .select({ row_id: `link.${to}`, entry: hasDocumentId ? 'entry.document_id' : 'entry.id' });
      // A draft and its published version are one entry.
      const once = new Map(
        rows.map((row) => [
          `${String(row.row_id)} ${String(row.entry)}`,
          { rowId: toNumber(row.row_id), attribute, entry: String(row.entry) },
        ]),
      );
      found.push(...once.values());
    }
    return found;
  };
}

export type RelationsTo = ReturnType<typeof createSiteRelations>;
