import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';
import { ownSchemas } from '../content-types';
import { isUnchanged, timeOf } from '../content-types/synced-values';

interface SyncedType {
  name: string;
  attributes: Readonly<Record<string, { type: string }>>;
}

type Row = Readonly<Record<string, unknown>>;

const syncedTypes = new Map<string, SyncedType>(
  Object.values(ownSchemas).map(({ info, attributes }) => [
    `plugin::commerce-bridge.${info.singularName}`,
    { name: info.displayName, attributes },
  ]),
);

const readingActions = new Set(['findMany', 'findFirst', 'findOne', 'count']);
const updateParams = z.looseObject({ documentId: z.string(), data: z.record(z.string(), z.unknown()).nullish() });

/**
 * Only syncs may write cached records: through the document service, and so in the Content Manager, all others may only
 * read them and write the attributes that the site added to our content types (behavior 9.3, 13.4). The Content Manager
 * always sends the whole form, so all other values are accepted when unchanged since it was opened, and left out of the
 * write.
 */
export function protectSyncedRecords(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const synced = syncedTypes.get(context.uid);
    if (!synced || readingActions.has(context.action)) return next();
    if (context.action !== 'update') throw refusal(synced.name, { action: context.action });

    const { documentId, data } = updateParams.parse(context.params);
    const isWritable = writableNames(context.contentType.attributes, synced);
    const sent = Object.entries(data ?? {}).filter(([name]) => !isWritable(name));
    const row: unknown = await strapi.db
      .query(context.uid)
      .findOne({ where: { documentId }, populate: { createdBy: { select: ['id'] } } });
    const stored = z.record(z.string(), z.unknown()).catch({}).parse(row);
    // The form was opened before a sync: the values in it are those of before, in fields that nobody can edit.
    const isOutdated = timeOf(data?.['updatedAt'] ?? updatedAtOfForm(strapi)) < timeOf(stored['updatedAt']);
    const changed = sent
      .filter(([name]) => !(isOutdated && isSyncedValue(name, synced)))
      .filter(([name, value]) => !isSame(name, { value, stored, synced }))
      .map(([name]) => name);
    if (changed.length > 0) throw refusal(synced.name, { action: 'change', fields: changed });

    Object.assign(context.params, {
      data: Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => isWritable(name))),
    });
    return next();
  });
}

/** Strapi's own columns in every row. */
const ownOfStrapi = new Set([
  'id',
  'documentId',
  'locale',
  'localizations',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'firstPublishedAt',
  'createdBy',
  'updatedBy',
]);

/** The attributes that the site added. The Content Manager itself records who wrote them. */
function writableNames(attributes: object, synced: SyncedType): (name: string) => boolean {
  return (name) =>
    name === 'updatedBy' ||
    (Object.hasOwn(attributes, name) && !Object.hasOwn(synced.attributes, name) && !ownOfStrapi.has(name));
}

const form = z.object({ updatedAt: z.string() });

/** When the record had last been written as the Content Manager's form was opened; the Content Manager drops it. */
function updatedAtOfForm(strapi: Core.Strapi): string | undefined {
  return form.safeParse(strapi.requestContext.get()?.request.body).data?.updatedAt;
}

/** Of relations, a form sends what was connected and disconnected, which does not become outdated. */
function isSyncedValue(name: string, { attributes }: SyncedType): boolean {
  return Object.hasOwn(attributes, name) && attributes[name]?.type !== 'relation';
}

function isSame(name: string, { value, stored, synced }: { value: unknown; stored: Row; synced: SyncedType }): boolean {
  if (Object.hasOwn(synced.attributes, name)) return isUnchanged(synced.attributes[name]?.type, value, stored[name]);
  if (!ownOfStrapi.has(name)) return false;
  if (name === 'createdBy') return isUnchanged(undefined, idOf(value), idOf(stored[name]));
  if (name === 'localizations') return Array.isArray(value) ? value.length === 0 : isUnchanged('relation', value, null);
  // From a form that was opened before a later write; it is left out like all other values.
  if (name === 'updatedAt' && timeOf(value) <= timeOf(stored[name])) return true;
  return isUnchanged(name.endsWith('At') ? 'datetime' : undefined, value, stored[name]);
}

function idOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && 'id' in user ? user.id : user;
}

function refusal(name: string, refused: { action: string; fields?: string[] }): errors.PolicyError {
  const what = refused.fields ? `change ${refused.fields.join(', ')} of a ${name}` : `${refused.action} a ${name}`;
  // The only error whose message Strapi passes on: for others it responds with just "Forbidden".
  return new errors.PolicyError(
    `You cannot ${what} here: these records are managed in BigCommerce and synced by Commerce Bridge. ` +
      'Make the change in BigCommerce; it appears here after the next sync. Fields that your site adds stay editable.',
    { ...refused },
  );
}
