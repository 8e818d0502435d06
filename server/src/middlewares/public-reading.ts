import type { Core } from '@strapi/strapi';
import { dropHiddenRecords } from '../content-types/drop-hidden-records';
import { type EntryModel, leadsTo, type ModelOf } from '../content-types/attribute-destinations';
import { publicRecords } from '../content-types/public-records';
import { joinFilters, restrictFilters } from '../content-types/restrict-filters';
import { restrictPopulate } from '../content-types/restrict-populate';
import { checkSort } from '../content-types/restrict-sort';
import { once } from '../lib/once';

/**
 * Limits the cached records that callers of the site's content API can find to what the REST API shows
 * (behavior 13.7). Strapi has no list of sanitizers for queries, so its own sanitizer is wrapped. Code of the
 * site that does not sanitize its query still reads everything. Call this in `register`.
 */
export function limitPublicReading(strapi: Core.Strapi): void {
  const models = once(
    () => new Map<string, EntryModel>(Object.entries({ ...strapi.contentTypes, ...strapi.components })),
  );
  const modelOf: ModelOf = (uid) => models().get(uid);
  const contentTypes = once(() => Object.keys(strapi.contentTypes));
  const isConcerned = rememberingWhich((uid) => leadsTo(publicRecords, { uid, modelOf }));

  const { sanitize } = strapi.contentAPI;
  const { query, output } = sanitize;
  sanitize.query = async (...sent) => {
    const [given, { uid }] = sent;
    if (isConcerned(uid))
      restrictPopulate(given.populate, { uid, modelOf, contentTypes: contentTypes(), unlimited: 'refused' });
    const sanitized = await query(...sent);
    return isConcerned(uid) ? restrictQuery(sanitized, { uid, modelOf, contentTypes: contentTypes() }) : sanitized;
  };
  sanitize.output = async (...sent) => {
    const sanitized = await output(...sent);
    const [, { uid }] = sent;
    return isConcerned(uid) ? dropHiddenRecords(sanitized, { uid, modelOf }) : sanitized;
  };
}

function restrictQuery(
  query: Record<string, unknown>,
  at: { uid: string; modelOf: ModelOf; contentTypes: readonly string[] },
): Record<string, unknown> {
  checkSort(query.sort, at);
  const filters = restrictFilters(query.filters, at);
  const shown = publicRecords.get(at.uid);
  return {
    ...query,
    ...(shown ? { filters: joinFilters(filters, shown.filters) } : filters !== undefined && { filters }),
    ...(query.populate !== undefined && {
      populate: restrictPopulate(query.populate, { ...at, unlimited: 'left out' }),
    }),
  };
}

/** Remembers each decision: models do not change while a site runs. */
function rememberingWhich(decide: (uid: string) => boolean): (uid: string) => boolean {
  const known = new Map<string, boolean>();
  return (uid) => {
    const found = known.get(uid) ?? decide(uid);
    known.set(uid, found);
    return found;
  };
}
