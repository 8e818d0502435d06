import type { PartIds } from './knex-part-rows';

/** The ids of parts as passes would have left them, had their writes not been rolled back. */
export interface DryIds {
  ids: PartIds;
  /** Notes the ids that a response contained, and how many of them were not stored. */
  note(partId: number, shown: { shown: readonly number[]; created: number }): void;
  /** Notes that the pass over the part is complete. */
  complete(partId: number): void;
  /** The ids that the part would have; null: no pass over it is complete. */
  known(partId: number): ReadonlySet<number> | null;
}

interface Seen {
  ids: Set<number>;
  created: number;
  isComplete: boolean;
}

/** @param stored the ids in the database */
export function createDryIds(stored: PartIds): DryIds {
  const parts = new Map<number, Seen>();
  const seenOf = (partId: number): Seen => {
    const seen = parts.get(partId) ?? { ids: new Set(), created: 0, isComplete: false };
    parts.set(partId, seen);
    return seen;
  };

  return {
    note(partId, { shown, created }) {
      const seen = seenOf(partId);
      // A retried transaction notes the same ids twice.
      if (shown.some((id) => !seen.ids.has(id))) seen.created += created;
      for (const id of shown) seen.ids.add(id);
    },
    complete: (partId) => void (seenOf(partId).isComplete = true),
    known(partId) {
      const seen = parts.get(partId);
      return seen?.isComplete ? seen.ids : null;
    },
    ids: {
      among: (partId, ids) => stored.among(partId, ids),
      count: async (partId, connection) => (await stored.count(partId, connection)) + seenOf(partId).created,
      seen: async ({ partId, limit }) => [...seenOf(partId).ids].slice(0, limit),
      async unseen({ partId, after, limit }) {
        const { ids } = seenOf(partId);
        const unseen: number[] = [];
        for (let last = after; unseen.length < limit; ) {
          const some = await stored.unseen({ partId, since: Number.MAX_SAFE_INTEGER, after: last, limit });
          unseen.push(...some.filter((id) => !ids.has(id)));
          last = some.at(-1) ?? last;
          if (some.length < limit) break;
        }
        return unseen.slice(0, limit);
      },
    },
  };
}
