/** The complexity in flight from each address; a request that exceeds the quota gets a 429 (upstream 20.10). */
export class ComplexityInFlight {
  /** 0: no limit, and no headers. */
  quota = 0;
  private readonly running = new Map<string, number>();

  left(address: string): number {
    return Math.max(0, this.quota - (this.running.get(address) ?? 0));
  }

  /** Adds a request; returns a function that removes it, or undefined if it exceeds the quota. */
  start(address: string, complexity: number): (() => void) | undefined {
    if (this.quota > 0 && complexity > this.left(address)) return undefined;
    this.running.set(address, (this.running.get(address) ?? 0) + complexity);
    return () => {
      const rest = (this.running.get(address) ?? 0) - complexity;
      if (rest > 0) this.running.set(address, rest);
      else this.running.delete(address);
    };
  }
}
