/** The most products that one field can hold; the server rejects more. */
export const largestChoice = 100;

/** The upstream ids in a field's value, which may be older than its switch between one product and several. */
export function idsOf(value: unknown): number[] {
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(listed.filter((id): id is number => typeof id === 'number' && Number.isInteger(id) && id > 0))];
}

/** The value to store for these products; null if there are none. */
export function valueOf(ids: readonly number[], isMultiple: boolean): number | number[] | null {
  if (ids.length === 0) return null;
  return isMultiple ? [...ids] : (ids[0] ?? null);
}

/** The list with the item at `from` moved to `to`; positions outside the list are clamped. */
export function moved(ids: readonly number[], { from, to }: { from: number; to: number }): number[] {
  const rest = ids.filter((_, place) => place !== from);
  const taken = ids.slice(from, from + 1);
  const target = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, target), ...taken, ...rest.slice(target)];
}
