/** Isolates a product that spoils its requests, and tells it apart from a store that is failing. */
export interface FailureIsolation {
  /** How many products to request next. */
  size(): number;
  /** Call after each response, whatever it says of single products. */
  succeeded(): void;
  /**
   * Call after a request failed as a whole: half as many products are requested next.
   * @returns null, or how often in a row everything has had to wait already, because the store is considered failing
   */
  failed(requested: number): number | null;
  /**
   * Whether a product that failed alone, after its last retry, is to blame: the store has responded to other requests
   * since it was last asked about here.
   */
  isToBlame(productId: number): boolean;
}

// After this many failures in a row, the store is considered to be failing, rather than single products.
const mostFailuresInARow = 8;

/** @param largest how many products are requested together while nothing fails */
export function createFailureIsolation(largest: number): FailureIsolation {
  let size = largest;
  let failuresInARow = 0;
  let suspects = new Set<number>();
  const blamed = new Set<number>();
  return {
    size: () => size,

    succeeded() {
      size = largest;
      failuresInARow = 0;
      for (const id of suspects) blamed.add(id);
      suspects = new Set();
    },

    failed(requested) {
      size = Math.max(1, Math.floor(requested / 2));
      failuresInARow += 1;
      if (failuresInARow < mostFailuresInARow) return null;
      suspects = new Set();
      return failuresInARow - mostFailuresInARow;
    },

    isToBlame(productId) {
      if (blamed.delete(productId)) return true;
      suspects.add(productId);
      return false;
    },
  };
}
