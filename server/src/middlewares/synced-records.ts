import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { z } from 'zod';
import { contentTypes } from '../content-types';

type Attributes = Record<string, { type: string }>;

const syncedTypes = new Map<string, { name: string; attributes: Attributes }>(
  Object.values(contentTypes).map(({ schema }) => [
    `plugin::commerce-bridge.${schema.info.singularName}`,
    { name: schema.info.displayName, attributes: schema.attributes },
  ]),
);

const refusedActions = ['create', 'delete', 'clone'];
const updateParams = z.looseObject({ documentId: z.string(), data: z.record(z.string(), z.unknown()).optional() });

/**
 * Cached records belong to the synchronisation: nobody else may create, delete or clone one, or change a synced value
 * (decisions 9). What a site adds to our content types stays editable. The Content Manager always sends the whole
 * form, so a synced value that is sent unchanged passes, and is left out of the write.
 */
export function protectSyncedRecords(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const synced = syncedTypes.get(context.uid);
    if (!synced) return next();
    if (refusedActions.includes(context.action)) throw refusal(synced.name, { action: context.action });
    if (context.action !== 'update') return next();

    const { documentId, data = {} } = updateParams.parse(context.params);
    const stored: unknown = await strapi.db.query(context.uid).findOne({ where: { documentId } });
    const current = z.record(z.string(), z.unknown()).safeParse(stored);
    const sent = Object.keys(data).filter((name) => name in synced.attributes);
    const changed = sent.filter((name) => !isUnchanged(synced.attributes[name]?.type, data[name], current.data?.[name]));
    if (changed.length > 0) throw refusal(synced.name, { action: 'change', fields: changed });

    Object.assign(context.params, { data: Object.fromEntries(Object.entries(data).filter(([name]) => !sent.includes(name))) });
    return next();
  });
}

function refusal(name: string, refused: { action: string; fields?: string[] }): errors.ForbiddenError {
  const what = refused.fields ? `change ${refused.fields.join(', ')} of a ${name}` : `${refused.action} a ${name}`;
  return new errors.ForbiddenError(
    `You cannot ${what} here: these records come from the connected store and Commerce Bridge keeps them in step with it. ` +
      'Make the change in the store; it is here after the next synchronisation. Fields that your site adds stay editable.',
    { ...refused },
  );
}

function isUnchanged(type: string | undefined, sent: unknown, stored: unknown): boolean {
  if (sent === undefined) return true;
  if (type === 'relation') return isEmptyRelationChange(sent);
  return isDeepStrictEqual(comparable(type, sent), comparable(type, stored));
}

// Drivers and forms spell the same value differently: decimals as text, dates as text, nothing as an empty text.
function comparable(type: string | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'decimal' || type === 'integer' || type === 'biginteger') return Number(value);
  if (type === 'datetime') return new Date(String(value)).getTime();
  if (type === 'json' && typeof value === 'string') return parsedOrText(value);
  return value;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so it differs from whatever is stored.
    return text;
  }
}

function isEmptyRelationChange(sent: unknown): boolean {
  const parts = z.object({ connect: z.array(z.unknown()).optional(), disconnect: z.array(z.unknown()).optional() }).strict().safeParse(sent);
  return parts.success && [parts.data.connect, parts.data.disconnect].every((list) => !list || list.length === 0);
}
