import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { chosenIds } from '../content-types/product-choice';
import { productFieldUid } from '../content-types/product-field';
import { publicRecords } from '../content-types/public-records';
import { recordUids } from '../content-types/record-uids';
import { createBatchedReads } from './batched-reads';
import type { Container } from '../container';
import type { CatalogFields, Resolver } from './catalog-fields';

/** What a field of the site's own types leads to. */
export interface OwnField {
  model: string;
  attribute: string;
  isMany: boolean;
  /** Null: the custom field *Commerce product*. */
  target: string | null;
}

const attributeSchema = z.looseObject({
  type: z.string(),
  private: z.boolean().optional(),
  customField: z.string().optional(),
  options: z.looseObject({ multiple: z.boolean().optional() }).optional(),
  relation: z.string().optional(),
  target: z.string().optional(),
});

/** The fields of the site's own content types and components that lead to cached records. */
export function findOwnFields(strapi: Core.Strapi): OwnField[] {
  const models = [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)];
  return models
    .filter(({ uid }) => !publicRecords.has(uid))
    .flatMap(({ uid: model, attributes }) =>
      Object.entries(attributes).flatMap(([attribute, definition]): OwnField[] => {
        const parsed = attributeSchema.safeParse(definition);
        if (!parsed.success || parsed.data.private === true) return [];
        const { type, customField, options, relation = '', target } = parsed.data;
        if (customField === productFieldUid)
          return [{ model, attribute, isMany: options?.multiple === true, target: null }];
        if (type !== 'relation' || target === undefined || !publicRecords.has(target)) return [];
        return [{ model, attribute, isMany: relation.endsWith('Many'), target }];
      }),
    );
}

const entry = z.looseObject({ id: z.int() });
const record = z.object({ upstreamId: z.int() });
const relatedRows = z.array(z.looseObject({ id: z.int() }));

/** Resolves the custom field to the products that it names. */
export function resolveChoice({ attribute, isMany }: OwnField, readsOf: CatalogFields['readsOf']): Resolver {
  return async (...[parent, , context, info]) => {
    const value = z.looseObject({}).parse(parent)[attribute];
    const ids = chosenIds(value);
    const reads = readsOf(context, info);
    reads.show(ids.length);
    const products = ids.length === 0 ? [] : await reads.products(ids);
    return reads.answer(isMany ? products : (products[0] ?? null), info);
  };
}

/** Resolves a relation to the cached records that are shown, with one read for all entries of a response. */
export function resolveRelation(
  field: OwnField,
  { strapi, containerOf, queries, readsOf }: CatalogFields & { strapi: Core.Strapi; containerOf: () => Container },
): Resolver {
  const batches = new WeakMap<object, ReturnType<typeof relatedIds>>();
  const taxonomies = new WeakMap<object, Promise<Taxonomy>>();
  const taxonomyOf = (context: object): Promise<Taxonomy> => {
    const found = taxonomies.get(context) ?? readTaxonomy(field.target, queries);
    taxonomies.set(context, found);
    return found;
  };
  return async (...[parent, , context, info]) => {
    const read = batches.get(context) ?? relatedIds(field, { strapi, container: containerOf() });
    batches.set(context, read);
    const reads = readsOf(context, info);
    const [ids = []] = await read([entry.parse(parent).id]);
    reads.show(ids.length);
    if (ids.length === 0) return field.isMany ? [] : null;
    const found =
      field.target === recordUids.product ? await reads.products(ids) : await shownAmong(ids, taxonomyOf(context));
    return reads.answer(field.isMany ? found : (found[0] ?? null), info);
  };
}

/** Upstream ids of the shown records that entries are related to, by the entries' own ids. */
function relatedIds(
  { model, attribute, target }: OwnField,
  { strapi, container }: { strapi: Core.Strapi; container: Container },
) {
  const shown = publicRecords.get(target ?? recordUids.product);
  return createBatchedReads<number, number[]>({
    loop: container.loop,
    readAll: async (ids) => {
      const rows = relatedRows.parse(
        await strapi.db.query(model).findMany({
          where: { id: { $in: [...ids] } },
          select: ['id'],
          populate: { [attribute]: { select: ['upstreamId'], where: shown?.filters ?? {} } },
        }),
      );
      return new Map(
        rows.map((row) => {
          const related: unknown = row[attribute];
          const listed: unknown[] = Array.isArray(related) ? related : [related];
          return [
            row.id,
            listed.flatMap((each) => {
              const parsed = record.safeParse(each);
              return parsed.success ? [parsed.data.upstreamId] : [];
            }),
          ];
        }),
      );
    },
  });
}

const listed = z.looseObject({ id: z.number() });
const lists = z.object({ brands: z.array(listed).optional(), collections: z.array(listed).optional() });

/** All brands or categories that are shown, by upstream id. */
type Taxonomy = ReadonlyMap<number, unknown>;

/** By the body of the list, which stays the same object while nothing changes. */
const known = new WeakMap<object, Taxonomy>();

/** Read once for a request, however many entries lead there. */
async function readTaxonomy(target: string | null, queries: CatalogFields['queries']): Promise<Taxonomy> {
  const body = await (target === recordUids.brand ? queries.brands({}) : queries.collections({}));
  const found = known.get(Object(body));
  if (found) return found;
  const { brands, collections } = lists.parse(body);
  const taxonomy: Taxonomy = new Map((brands ?? collections ?? []).map((each) => [each.id, each]));
  known.set(Object(body), taxonomy);
  return taxonomy;
}

async function shownAmong(ids: readonly number[], taxonomy: Promise<Taxonomy>): Promise<unknown[]> {
  const byId = await taxonomy;
  return ids.flatMap((id) => byId.get(id) ?? []);
}
