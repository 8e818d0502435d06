/** At most so many products in one field; the server refuses more. */
export const largestChoice = 100;

/** The upstream ids that a field's value names; also one that was stored before the field took one product, or several. */
export function idsOf(value: unknown): number[] {
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(listed.filter((id): id is number => typeof id === 'number' && Number.isInteger(id) && id > 0))];
}

/** What is stored for these products; nothing is null. */
export function valueOf(ids: readonly number[], isMultiple: boolean): number | number[] | null {
  if (ids.length === 0) return null;
  return isMultiple ? [...ids] : (ids[0] ?? null);
}

/** The list with the one at `from` at the place `to`; places beyond its ends are its ends. */
export function moved(ids: readonly number[], { from, to }: { from: number; to: number }): number[] {
  const rest = ids.filter((_, place) => place !== from);
  const taken = ids.slice(from, from + 1);
  const target = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, target), ...taken, ...rest.slice(target)];
}
