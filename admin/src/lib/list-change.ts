interface Keyed {
  key: string;
}

/** The addition, change, or removal of one item of a setting that is a list. */
export interface ListChange<Item extends Keyed, Update extends Keyed> {
  /** The item as this administrator saw it; null: it is added. */
  from: Item | null;
  /** Null: the item is removed. */
  to: Update | null;
}

/**
 * The whole list after a change to one item: a list is saved as a whole, so the other items keep their current values.
 * @param now the items that are stored now
 * @returns null if somebody else has added, changed, or removed the same item in the meantime
 */
export function withChange<Item extends Keyed, Update extends Keyed>(
  now: readonly Item[],
  { from, to }: ListChange<Item, Update>,
): (Item | Update)[] | null {
  const key = (from ?? to)?.key;
  const current = now.find((item) => item.key === key) ?? null;
  // Both as the settings' API writes them: with the same fields in the same order.
  if (JSON.stringify(current) !== JSON.stringify(from)) return null;
  if (from === null) return to === null ? [...now] : [...now, to];
  return now.flatMap((item): (Item | Update)[] => {
    if (item.key !== key) return [item];
    return to === null ? [] : [to];
  });
}
