// Callers can have many addresses; they must not fill the memory.
const mostKept = 500;

/** The entry of this key, created when there is none; the entries that were used least recently are forgotten. */
export function recentEntry<Value>(entries: Map<string, Value>, key: string, create: () => Value): Value {
  const entry = entries.get(key) ?? create();
  entries.delete(key);
  entries.set(key, entry);
  for (const oldest of entries.keys()) {
    if (entries.size <= mostKept) break;
    entries.delete(oldest);
  }
  return entry;
}
