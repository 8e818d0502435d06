import { isRecord } from '../lib/guards';
import type { ChoiceKind } from './product-choice';
import type { ProductFieldMap } from './product-field-map';

/** One field of one entry. */
export interface FieldPlace {
  /** The entry, or component, that holds the value under `name`. */
  holder: Record<string, unknown>;
  name: string;
  kind: ChoiceKind;
  /** The content type or component of the holder. */
  uid: string;
  /** From the outermost entry, for example `blocks`, `0`, `products`. */
  path: readonly string[];
}

/**
 * The form of the data. `sent`: data to be stored, whose relations reference entries without containing them.
 * `response`: entries as the content API returns them. `response-v4`: the same with `Strapi-Response-Format: v4`.
 */
export type EntryForm = 'sent' | 'response' | 'response-v4';

interface Walk {
  map: ProductFieldMap;
  form: EntryForm;
  found: FieldPlace[];
}

/**
 * Finds the fields with chosen products in an entry or a list of entries, at any depth; absent fields are skipped.
 */
export function findProductFields(
  entries: unknown,
  { uid, ...walk }: { uid: string; map: ProductFieldMap; form: EntryForm },
): FieldPlace[] {
  const found: FieldPlace[] = [];
  visit(entries, { uid, path: [] }, { ...walk, found });
  return found;
}

function visit(entries: unknown, at: { uid: string | null; path: readonly string[] }, walk: Walk): void {
  if (Array.isArray(entries)) {
    for (const [place, entry] of entries.entries()) visit(entry, { ...at, path: [...at.path, String(place)] }, walk);
    return;
  }
  if (!isRecord(entries)) return;
  const uid = at.uid ?? modelNamedBy(entries);
  const places = walk.map.get(uid);
  if (!places) return;

  const holder = walk.form === 'response-v4' && isRecord(entries.attributes) ? entries.attributes : entries;
  for (const { name, kind } of places.fields) {
    if (name in holder) walk.found.push({ holder, name, kind, uid, path: [...at.path, name] });
  }
  for (const { name, type, target } of places.nested) {
    if (type === 'relation' && walk.form === 'sent') continue;
    const inner = holder[name];
    const isWrapped = type === 'relation' && walk.form === 'response-v4' && isRecord(inner);
    visit(isWrapped ? inner.data : inner, { uid: target, path: [...at.path, name] }, walk);
  }
}

/** In a dynamic zone, each entry states its component; in a polymorphic relation, its content type. */
function modelNamedBy({ __component: component, __type: type }: Record<string, unknown>): string {
  if (typeof component === 'string') return component;
  return typeof type === 'string' ? type : '';
}
