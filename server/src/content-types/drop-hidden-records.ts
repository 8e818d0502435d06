import { isRecord } from '../lib/guards';
import { type ModelOf, destinationOf } from './attribute-destinations';
import { publicRecords } from './public-records';

/**
 * Removes hidden records, at any depth, from the relations of entries that are about to be sent to the public. Queries
 * that went through Strapi's sanitizer find none (`restrictPopulate`); this is for plugins and code of a site that
 * populate relations on their own.
 * @param entry an entry, or a list of entries
 * @param uid their model
 */
export function dropHiddenRecords(entry: unknown, { uid, modelOf }: { uid: string; modelOf: ModelOf }): unknown {
  if (Array.isArray(entry)) return entry.map((each) => dropHiddenRecords(each, { uid, modelOf }));
  if (!isRecord(entry)) return entry;
  const model = modelOf(uid);
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const destination = typeof value === 'object' && value !== null ? destinationOf(model, name) : null;
      return [
        name,
        destination
          ? shownOf(value, { target: destination.kind === 'one' ? destination.target : null, modelOf })
          : value,
      ];
    }),
  );
}

function shownOf(value: unknown, at: { target: string | null; modelOf: ModelOf }): unknown {
  if (Array.isArray(value)) return value.map((each) => shownOf(each, at)).filter((each) => each !== null);
  if (!isRecord(value)) return value;
  const uid = at.target ?? String(value.__component ?? value.__type);
  const isShown = publicRecords.get(uid)?.isShown(value) ?? true;
  return isShown ? dropHiddenRecords(value, { uid, modelOf: at.modelOf }) : null;
}
