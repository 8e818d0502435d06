import { isUpstreamId, largestId } from '../catalog/model';

/** How many products an editor can choose in one field. */
export const largestChoice = 100;

/** Whether a field takes one product or a list of them. */
export type ChoiceKind = 'one' | 'many';

/**
 * The upstream ids in a stored value, in its order. A value stored before a field was changed from one product to many,
 * or back, is still readable; anything that is not an id is skipped.
 */
export function chosenIds(value: unknown): number[] {
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(listed.filter(isUpstreamId))];
}

/**
 * Why a value cannot be stored in a field, in words; null when it can. Ids that are not cached are allowed: a product
 * may arrive with the next sync, and content moves between environments before its products do.
 */
export function problemOfChoice(value: unknown, kind: ChoiceKind): string | null {
  if (value === null || value === undefined) return null;
  if (kind === 'one')
    return isUpstreamId(value)
      ? null
      : `must be the upstream id of a product (a whole number from 1 to ${largestId}) or null`;
  if (!Array.isArray(value)) return 'must be a list of upstream ids of products, or null';
  if (!value.every(isUpstreamId))
    return `must contain upstream ids of products only (whole numbers from 1 to ${largestId})`;
  if (new Set(value).size < value.length) return 'must not name a product twice';
  if (value.length > largestChoice) return `must name at most ${largestChoice} products`;
  return null;
}
