import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { EntityKind } from '../model/catalog-types';
import { type RelationPlace, relationPlaces } from '../removal/strapi-site-relations';

/** A content type or component of the site, and where its rows can refer to cached records of one kind. */
export interface SiteModel {
  table: string;
  relations: readonly RelationPlace[];
  /** Columns of the custom field *Commerce product*. */
  choices: readonly string[];
  components: readonly ComponentPlace[];
}

/** An attribute that holds components of one kind, and the columns of the table that lists them. */
export interface ComponentPlace {
  attribute: string;
  /** Uid of the component. */
  component: string;
  table: string;
  columns: { owner: string; component: string; attribute: string; type: string };
}

const attributeSchema = z.looseObject({
  type: z.string(),
  customField: z.string().optional(),
  component: z.string().optional(),
  components: z.array(z.string()).optional(),
});
// In this order, Strapi's `entity_id`, `cmp_id`, `field`, `component_type`.
const listing = z.object({
  joinTable: z.object({ name: z.string(), pivotColumns: z.tuple([z.string(), z.string(), z.string(), z.string()]) }),
});
const stored = z.object({ columnName: z.string() });

/** The site's own content types and components, by uid. */
export function readSiteModels(
  strapi: Core.Strapi,
  { entity, productField }: { entity: EntityKind; productField: string },
): ReadonlyMap<string, SiteModel> {
  const relations = relationPlaces(strapi, entity);
  const models = new Map<string, SiteModel>();
  for (const { uid, attributes } of [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)]) {
    if (uid.startsWith('plugin::commerce-bridge.')) continue;
    const meta = strapi.db.metadata.get(uid);
    const known = Object.entries(attributes).flatMap(([name, attribute]) => {
      const { data } = attributeSchema.safeParse(attribute);
      return data ? [{ name, ...data, definition: meta.attributes[name] }] : [];
    });
    models.set(uid, {
      table: meta.tableName,
      relations: relations.filter((place) => place.uid === uid),
      choices: known
        .filter(({ customField }) => entity === 'product' && customField === productField)
        .map(({ definition }) => stored.parse(definition).columnName),
      components: known.flatMap(({ name, component, components = [], definition }) =>
        [...(component === undefined ? [] : [component]), ...components].map((held) =>
          componentPlace(name, { component: held, definition }),
        ),
      ),
    });
  }
  return models;
}

function componentPlace(
  attribute: string,
  { component, definition }: { component: string; definition: unknown },
): ComponentPlace {
  const { name, pivotColumns } = listing.parse(definition).joinTable;
  const [owner, held, field, type] = pivotColumns;
  return { attribute, component, table: name, columns: { owner, component: held, attribute: field, type } };
}
