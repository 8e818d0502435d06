/** A queue for a resource with one user at a time. Callers take turns, however many waiters each of them has. */
export interface FairLine {
  isEmpty(): boolean;
  /** Waits in the queue; resolves when `releaseNext` releases this waiter. */
  join(): Promise<void>;
  /** Releases the next waiter. @returns whether there was one */
  releaseNext(): boolean;
}

/** @param caller returns the client on whose behalf the joining code runs */
export function createFairLine(caller: () => string): FairLine {
  /** The waiters by caller; the caller whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();

  return {
    isEmpty: () => waiting.size === 0,

    join: () =>
      new Promise((resolve) => {
        const name = caller();
        const own = waiting.get(name);
        if (own) own.push(resolve);
        else waiting.set(name, [resolve]);
      }),

    releaseNext() {
      const [next] = waiting;
      if (!next) return false;
      const [name, [go, ...others]] = next;
      waiting.delete(name);
      if (others.length > 0) waiting.set(name, others);
      go?.();
      return true;
    },
  };
}
