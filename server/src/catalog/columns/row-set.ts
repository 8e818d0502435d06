/** A set of rows, with one bit for each: even for a million rows, it fits in the CPU cache. */
export class RowSet {
  readonly #bits: Uint32Array;

  /** @param bits a bit for each row; @param count how many are set */
  constructor(
    bits: Uint32Array,
    readonly count: number,
  ) {
    this.#bits = bits;
  }

  /** @param rows without duplicates; @param size greater than the largest row */
  static of(rows: Uint32Array, size: number): RowSet {
    const bits = new Uint32Array(Math.ceil(size / 32));
    for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    return new RowSet(bits, rows.length);
  }

  readonly has = (row: number): boolean => (((this.#bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
}
