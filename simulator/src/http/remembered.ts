/** Caches the last few computed values, so that paging through a filtered list scans the catalog only once. */
export class Remembered<Value> {
  private readonly known = new Map<string, { revision: number; value: Value }>();

  constructor(
    private readonly revision: () => number,
    private readonly capacity = 16,
  ) {}

  /** The value computed for this key and the current state of the catalog, or a new one. */
  get(key: string, compute: () => Value): Value {
    const revision = this.revision();
    const hit = this.known.get(key);
    this.known.delete(key);
    const value = hit?.revision === revision ? hit.value : compute();
    this.known.set(key, { revision, value });
    const oldest = this.known.keys().next().value;
    if (this.known.size > this.capacity && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
}
