/**
 * Rows in sorted order, without gaps. A row must be taken out before its sort key changes, and put back afterward.
 */
export class RowOrder {
  readonly #compare: (one: number, other: number) => number;
  #rows = new Uint32Array(1024);
  #length = 0;

  /** @param compare negative if the first row comes before the other; never 0 for different rows */
  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare;
  }

  get length(): number {
    return this.#length;
  }

  /** Valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#length);
  }

  rowAt(position: number): number | undefined {
    return position < this.#length ? this.#rows[position] : undefined;
  }

  /** For a row that comes after all others. */
  append(row: number): void {
    this.#makeRoom(1);
    this.#rows[this.#length] = row;
    this.#length += 1;
  }

  /** The first position at which `isBefore` does not hold. @param from a position before which it is known to hold */
  firstPosition(isBefore: (row: number) => boolean, from = 0): number {
    let low = from;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#rows[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Null if the row is not in the order. */
  positionOf(row: number): number | null {
    const position = this.firstPosition((other) => this.#compare(other, row) < 0);
    return position < this.#length && this.#rows[position] === row ? position : null;
  }

  /** These rows, in this order. */
  sorted(rows: Uint32Array): Uint32Array {
    return rows.slice().sort(this.#compare);
  }

  /** Rows that are not in the order are ignored. */
  take(rows: readonly number[]): void {
    const positions = rows.flatMap((row) => this.positionOf(row) ?? []).sort((a, b) => a - b);
    for (const [taken, position] of positions.entries()) {
      const next = positions[taken + 1] ?? this.#length;
      this.#rows.copyWithin(position - taken, position + 1, next);
    }
    this.#length -= positions.length;
  }

  /** For rows that are not in the order. */
  put(rows: readonly number[]): void {
    const added = [...rows].sort(this.#compare);
    let from = 0;
    const positions = added.map((row) => (from = this.firstPosition((other) => this.#compare(other, row) < 0, from)));
    this.#makeRoom(added.length);
    let end = this.#length;
    for (let index = added.length - 1; index >= 0; index -= 1) {
      const position = positions[index] ?? 0;
      this.#rows.copyWithin(position + index + 1, position, end);
      this.#rows[position + index] = added[index] ?? 0;
      end = position;
    }
    this.#length += added.length;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#rows.length) return;
    const rows = new Uint32Array(Math.ceil(Math.max(needed, this.#rows.length * 1.5)));
    rows.set(this.rows);
    this.#rows = rows;
  }
}
