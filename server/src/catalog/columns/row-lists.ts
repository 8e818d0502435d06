/**
 * A list of numbers for each row, packed into one array. A changed list is rewritten at the end; the space of old lists
 * is reclaimed when the array is full.
 */
export class RowLists {
  #values = new Uint32Array(1024);
  #starts = new Uint32Array(1024);
  #lengths = new Uint16Array(1024);
  #end = 0;
  #used = 0;

  has(row: number, value: number): boolean {
    const start = this.#starts[row] ?? 0;
    const end = start + (this.#lengths[row] ?? 0);
    for (let at = start; at < end; at += 1) if (this.#values[at] === value) return true;
    return false;
  }

  /** The sum of what these are at the numbers of the row's list; 0 for numbers beyond their end. */
  sumOf(row: number, values: Uint8Array): number {
    const start = this.#starts[row] ?? 0;
    const end = start + (this.#lengths[row] ?? 0);
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += values[this.#values[at] ?? 0] ?? 0;
    return sum;
  }

  of(row: number): Uint32Array {
    const start = this.#starts[row] ?? 0;
    return this.#values.subarray(start, start + (this.#lengths[row] ?? 0));
  }

  set(row: number, list: readonly number[]): void {
    this.#makeRoomForRow(row);
    if (this.#end + list.length > this.#values.length) this.#pack(list.length);
    this.#used += list.length - (this.#lengths[row] ?? 0);
    this.#starts[row] = this.#end;
    this.#lengths[row] = list.length;
    this.#values.set(list, this.#end);
    this.#end += list.length;
  }

  #makeRoomForRow(row: number): void {
    if (row < this.#starts.length) return;
    const size = Math.ceil((row + 1) * 1.5);
    const starts = new Uint32Array(size);
    const lengths = new Uint16Array(size);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }

  #pack(more: number): void {
    const values = new Uint32Array(Math.ceil((this.#used + more) * 1.5) + 1024);
    let end = 0;
    for (const [row, start] of this.#starts.entries()) {
      const length = this.#lengths[row] ?? 0;
      if (length === 0) continue;
      values.set(this.#values.subarray(start, start + length), end);
      this.#starts[row] = end;
      end += length;
    }
    this.#values = values;
    this.#end = end;
  }
}
