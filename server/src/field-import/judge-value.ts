import type { FieldImportOutcome, UnreadableReason } from '../../../contracts/admin/field-import';
import { isUpstreamId } from '../catalog/model';
import { type ForeignValue, readForeignValue } from './foreign-value';
import type { TargetKind } from './import-plan';

/** A value of the other plugin's field, and what its target holds. */
export interface StoredValue {
  rowId: number;
  /** JSON; null: too large to be read. */
  source: string | null;
  /** JSON; null: nothing. Of a field that was switched to ours, the same as `source`. */
  target: string | null;
}

/** How a field is converted. */
export interface ConversionRules {
  /** Null: there is none. */
  target: { kind: TargetKind; isSameField: boolean } | null;
  keepUnknown: boolean;
  isCached(id: number): boolean;
}

export interface JudgedValue {
  rowId: number;
  productId: number | null;
  outcome: FieldImportOutcome;
  reason: UnreadableReason | null;
  /** JSON for the target; undefined: it stays as it is. */
  write?: string | null;
}

/** The product that a value names; null if none. */
export function productIn({ source }: StoredValue): number | null {
  const found = source === null ? null : readForeignValue(source);
  return found?.kind === 'product' ? found.id : null;
}

/** Decides how a value is converted; null if there is nothing to import in it. */
export function judgeValue(stored: StoredValue, { target, ...way }: ConversionRules): JudgedValue | null {
  const found: ForeignValue =
    stored.source === null ? { kind: 'unreadable', reason: 'too_large' } : readForeignValue(stored.source);
  const isOfOurs = target?.isSameField ?? false;
  if (found.kind === 'plain' && (found.value === null || (isOfOurs && isChoice(found.value)))) return null;
  const { rowId } = stored;
  const judged = { rowId, productId: found.kind === 'product' ? found.id : null, reason: null };
  if (found.kind === 'unreadable') return { ...judged, outcome: 'unreadable', reason: found.reason };
  if (found.kind === 'plain') return { ...judged, outcome: 'unreadable', reason: 'not_an_object' };
  if (target === null) return { ...judged, outcome: 'no_target' };

  const present: unknown = isOfOurs ? null : presentIn(stored.target);
  if (found.kind === 'cleared')
    return isOfOurs
      ? { ...judged, outcome: 'cleared', write: null }
      : { ...judged, outcome: present === null ? 'already' : 'kept' };
  if (present !== null) return { ...judged, outcome: names(present, found.id) ? 'already' : 'kept' };
  if (!way.keepUnknown && !way.isCached(found.id)) return { ...judged, outcome: 'unknown' };
  return { ...judged, outcome: 'converted', write: JSON.stringify(target.kind === 'many' ? [found.id] : found.id) };
}

/** What the target holds; null if nothing. A list without products counts as nothing. */
function presentIn(target: string | null): unknown {
  const found = target === null ? null : readForeignValue(target);
  if (found?.kind !== 'plain') return found;
  return Array.isArray(found.value) && found.value.length === 0 ? null : found.value;
}

const names = (present: unknown, id: number): boolean =>
  present === id || (Array.isArray(present) && present.includes(id));

const isChoice = (value: unknown): boolean =>
  isUpstreamId(value) || (Array.isArray(value) && value.every(isUpstreamId));
