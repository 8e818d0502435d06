import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { publicRecords } from '../content-types/public-records';
import { recordUids } from '../content-types/record-uids';
import { createBatchedReads } from './batched-reads';
import type { Container } from '../container';
import type { Resolver } from './catalog-fields';
import { narrowedTo } from './narrowed-fields';
import type { PolymorphicField } from './own-fields';
import { recordTypes } from './record-types';
import type { RelationReads } from './relation-fields';
import type { ShownRecord } from './shown-records';

/** The GraphQL types of the entries that an entry can be related to, by content type. */
export type TypeNames = ReadonlyMap<string, string>;

const entry = z.looseObject({ id: z.int() });
const record = z.object({ upstreamId: z.int() });
/** The target of a polymorphic relation, as Strapi returns it. */
const relatedEntry = z.looseObject({ __type: z.string() });
type RelatedEntry = z.infer<typeof relatedEntry>;

/** The GraphQL type of the target of a polymorphic relation. */
export const typeOfRelated = (typeNames: TypeNames) => (related: unknown) =>
  typeNames.get(relatedEntry.parse(related).__type);

/**
 * Resolves a relation to entries of any type to what the REST API populates there, with one read for all entries of a
 * response. Strapi's own resolver has no type to check the query against, and fails on each of these relations
 * (`Missing schema in validateQuery`).
 */
export function resolvePolymorphic(
  field: PolymorphicField,
  { strapi, containerOf, readsOf, shownRecords, typeNames }: RelationReads & { typeNames: TypeNames },
): Resolver {
  const batches = new WeakMap<object, ReturnType<typeof relatedEntries>>();
  return async (...[parent, , context, info]) => {
    const auth: unknown = context.koaContext.state.auth;
    const read = batches.get(context) ?? relatedEntries(field, { strapi, container: containerOf(), auth, typeNames });
    batches.set(context, read);
    const [entries = []] = await read([entry.parse(parent).id]);
    const records = new Map<string, ReadonlyMap<number, ShownRecord>>();
    for (const target of Object.values(recordUids)) {
      const ids = entries.flatMap((each) => (each.__type === target ? record.parse(each).upstreamId : []));
      if (ids.length === 0) continue;
      const asked = narrowedTo(recordTypes[target], info);
      const reads = readsOf(context, asked);
      reads.show(ids.length);
      const found = reads.present(await shownRecords({ target, ids }, { context, reads }), asked);
      records.set(target, new Map(found.map((each) => [each.id, { ...each, __type: target }])));
    }
    const shown = entries.flatMap((each) =>
      publicRecords.has(each.__type) ? (records.get(each.__type)?.get(record.parse(each).upstreamId) ?? []) : each,
    );
    return field.isMany ? shown : (shown[0] ?? null);
  };
}

/**
 * What a caller may see of related entries, by the id of the entry related to them; of cached records, upstream's id.
 */
function relatedEntries(
  { model, attribute, isMany }: PolymorphicField,
  {
    strapi,
    container,
    auth,
    typeNames,
  }: { strapi: Core.Strapi; container: Container; auth: unknown; typeNames: TypeNames },
) {
  const on = Object.fromEntries(
    [...typeNames.keys()].map((uid) => {
      const shown = publicRecords.get(uid);
      return [uid, shown ? { select: ['upstreamId'], where: shown.filters } : {}];
    }),
  );
  return createBatchedReads<number, RelatedEntry[]>({
    loop: container.loop,
    readAll: async (ids) => {
      // Without authentication, Strapi would return everything.
      if (auth === undefined) return new Map();
      const rows = await strapi.db.query(model.uid).findMany({
        where: { id: { $in: [...ids] } },
        // The columns of a `morphToOne` cannot be selected by name.
        ...(isMany && { select: ['id'] }),
        populate: { [attribute]: { on } },
      });
      const allowed = z.array(entry).parse(await strapi.contentAPI.sanitize.output(rows, model, { auth }));
      return new Map(
        allowed.map((row) => {
          const related = row[attribute] ?? [];
          const listed = z.array(relatedEntry).parse(Array.isArray(related) ? related : [related]);
          return [row.id, listed.filter((each) => typeNames.has(each.__type))];
        }),
      );
    },
  });
}
