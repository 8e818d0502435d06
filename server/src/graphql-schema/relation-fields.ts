import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { chosenIds } from '../content-types/product-choice';
import { publicRecords } from '../content-types/public-records';
import { createBatchedReads } from './batched-reads';
import type { Container } from '../container';
import type { CatalogFields, Resolver } from './catalog-fields';
import type { ChoiceField, RelationField } from './own-fields';
import type { ShownRecords } from './shown-records';

const entry = z.looseObject({ id: z.int() });
const record = z.object({ upstreamId: z.int() });
const relatedRows = z.array(z.looseObject({ id: z.int() }));

/** Resolves the custom field to the products that it names. */
export function resolveChoice({ attribute, isMany }: ChoiceField, readsOf: CatalogFields['readsOf']): Resolver {
  return async (...[parent, , context, info]) => {
    const value = z.looseObject({}).parse(parent)[attribute];
    const ids = chosenIds(value);
    const reads = readsOf(context, info);
    reads.show(ids.length);
    const products = ids.length === 0 ? [] : await reads.products(ids);
    return reads.present(isMany ? products : (products[0] ?? null), info);
  };
}

/** What the resolvers of fields that lead to cached records need. */
export interface RelationReads {
  strapi: Core.Strapi;
  containerOf: () => Container;
  readsOf: CatalogFields['readsOf'];
  shownRecords: ShownRecords;
}

/** Resolves a relation to the cached records that are shown, with one read for all entries of a response. */
export function resolveRelation(
  field: RelationField,
  { strapi, containerOf, readsOf, shownRecords }: RelationReads,
): Resolver {
  const batches = new WeakMap<object, ReturnType<typeof relatedIds>>();
  return async (...[parent, , context, info]) => {
    const read = batches.get(context) ?? relatedIds(field, { strapi, container: containerOf() });
    batches.set(context, read);
    const reads = readsOf(context, info);
    const [ids = []] = await read([entry.parse(parent).id]);
    reads.show(ids.length);
    if (ids.length === 0) return field.isMany ? [] : null;
    const found = await shownRecords({ target: field.target, ids }, { context, reads });
    return reads.present(field.isMany ? found : (found[0] ?? null), info);
  };
}

/** Upstream ids of the shown records that entries are related to, by the entries' own ids. */
function relatedIds(
  { model: { uid }, attribute, target }: RelationField,
  { strapi, container }: { strapi: Core.Strapi; container: Container },
) {
  const shown = publicRecords.get(target);
  return createBatchedReads<number, number[]>({
    loop: container.loop,
    readAll: async (ids) => {
      const rows = relatedRows.parse(
        await strapi.db.query(uid).findMany({
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
