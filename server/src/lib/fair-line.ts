/** Those who wait for what one has at a time. Callers come in turn, no matter what each of them has waiting. */
export interface FairLine {
  isEmpty(): boolean;
  /** Resolves once it is let go. */
  join(): Promise<void>;
  /** @returns whether anybody waited */
  letOneGo(): boolean;
}

/** @param caller on whose behalf the code that joins runs */
export function createFairLine(caller: () => string): FairLine {
  /** What continues, by caller; the caller whose turn is next comes first. */
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

    letOneGo() {
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
