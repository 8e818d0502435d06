/** A set of ids that can be iterated in ascending order. */
export class Identifiers {
  private readonly sorted: number[];
  private readonly members: Set<number>;

  constructor(ids: Iterable<number>) {
    this.sorted = [...ids];
    this.members = new Set(this.sorted);
  }

  get size(): number {
    return this.sorted.length;
  }

  get ascending(): readonly number[] {
    return this.sorted;
  }

  has(id: number): boolean {
    return this.members.has(id);
  }

  add(id: number): void {
    if (this.members.has(id)) return;
    this.members.add(id);
    this.sorted.splice(this.placeOf(id), 0, id);
  }

  remove(id: number): void {
    if (!this.members.delete(id)) return;
    this.sorted.splice(this.placeOf(id), 1);
  }

  private placeOf(id: number): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.sorted[middle];
      if (value !== undefined && value < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
