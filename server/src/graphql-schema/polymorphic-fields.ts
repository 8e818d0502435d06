import type { Core } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';
import { z } from 'zod';
import { publicRecords } from '../content-types/public-records';
import { recordUids } from '../content-types/record-uids';
import { createBatchedReads } from './batched-reads';
import type { Container } from '../container';
import type { Resolver } from './catalog-fields';
import { narrowedTo } from './narrowed-fields';
import type { QueryContext } from './market-reading';
import type { PolymorphicField } from './own-fields';
import { recordTypes } from './record-types';
import type { RelationReads } from './relation-fields';
import type { OperationInfo } from './requested-fields';
import type { ShownRecord } from './shown-records';

/** The GraphQL types of the entries that an entry can be related to, by content type. */
export type TypeNames = ReadonlyMap<string, string>;

const entry = z.looseObject({ id: z.int() });
const record = z.object({ upstreamId: z.int() });
/** The target of a polymorphic relation, as Strapi returns it. */
const relatedEntry = z.looseObject({ __type: z.string() });
type RelatedEntry = z.infer<typeof relatedEntry>;

/** Which version of entries with drafts a query asks for. */
type Status = 'draft' | 'published';
const askedStatus = z.object({ status: z.literal('draft') });

/** The GraphQL type of the target of a polymorphic relation. */
export const typeOfRelated = (typeNames: TypeNames) => (related: unknown) =>
  typeNames.get(relatedEntry.parse(related).__type);

/**
 * Resolves a relation to entries of any type to what the REST API populates there, except drafts, which Strapi's plugin
 * leaves out of relations unless the query asks for them. One read serves all entries of a response. Strapi's own
 * resolver has no type to check the query against, and fails on each of these relations (`Missing schema in
 * validateQuery`).
 */
export function resolvePolymorphic(
  field: PolymorphicField,
  { strapi, containerOf, readsOf, shownRecords, typeNames }: RelationReads & { typeNames: TypeNames },
): Resolver {
  const readsByStatus = {
    draft: new WeakMap<object, ReturnType<typeof relatedEntries>>(),
    published: new WeakMap<object, ReturnType<typeof relatedEntries>>(),
  };
  return async (...[parent, , context, info]) => {
    const auth: unknown = context.koaContext.state.auth;
    const status = statusOf(context, info);
    const batches = readsByStatus[status];
    const read =
      batches.get(context) ?? relatedEntries(field, { strapi, container: containerOf(), auth, typeNames, status });
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

/** As for Strapi's own relations: the status of the query in which the field is, if it has one, otherwise published. */
function statusOf(context: QueryContext, { path }: OperationInfo): Status {
  let root = path;
  while (root?.prev) root = root.prev;
  // Strapi's plugin collects the arguments of each query for its relations.
  const byPath: unknown = 'rootQueryArgsByPath' in context ? context.rootQueryArgsByPath : undefined;
  const given: unknown = byPath instanceof Map ? byPath.get(root?.key) : undefined;
  return askedStatus.safeParse(given).data?.status ?? 'published';
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
    status,
  }: { strapi: Core.Strapi; container: Container; auth: unknown; typeNames: TypeNames; status: Status },
) {
  const withDrafts = new Set<string>(
    Object.values(strapi.contentTypes)
      .filter((type) => contentTypes.hasDraftAndPublish(type))
      .map(({ uid }) => uid),
  );
  const on = Object.fromEntries(
    [...typeNames.keys()].map((uid) => {
      const shown = publicRecords.get(uid);
      if (shown) return [uid, { select: ['upstreamId'], where: shown.filters }];
      if (!withDrafts.has(uid)) return [uid, {}];
      return [uid, { where: { publishedAt: status === 'draft' ? { $null: true } : { $notNull: true } } }];
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
