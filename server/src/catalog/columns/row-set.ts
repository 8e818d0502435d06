/** Some rows, one bit for each: for a million of them small enough for a processor's cache. */
export class RowSet {
  readonly #bits: Uint32Array;

  /** @param bits a bit for each row; @param count how many are set */
  constructor(
    bits: Uint32Array,
    readonly count: number,
  ) {
    this.#bits = bits;
  }

  /** @param rows each once; @param size more than the largest of them */
  static of(rows: Uint32Array, size: number): RowSet {
    const bits = new Uint32Array(Math.ceil(size / 32));
    for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    return new RowSet(bits, rows.length);
  }

  readonly has = (row: number): boolean => (((this.#bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
}
