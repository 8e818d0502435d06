/** Ascending ids in little memory: if they are dense, a bit for each possible id instead of eight bytes for each id. */
export type PackedIds = Float64Array | { first: number; bits: Uint32Array; count: number };

const bitsOfId = 64;

/** @param ids ascending, without duplicates */
export function packIds(ids: Float64Array): PackedIds {
  const first = ids[0] ?? 0;
  const span = (ids.at(-1) ?? 0) - first + 1;
  if (span > (ids.length * bitsOfId) / 2) return ids;
  const bits = new Uint32Array(Math.ceil(span / 32));
  for (const id of ids) {
    const place = id - first;
    bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  }
  return { first, bits, count: ids.length };
}

export function unpackIds(packed: PackedIds): Float64Array {
  if (packed instanceof Float64Array) return packed;
  const { first, bits, count } = packed;
  const ids = new Float64Array(count);
  let place = 0;
  for (const [word, given] of bits.entries())
    for (let rest = given; rest !== 0; rest &= rest - 1) {
      ids[place] = first + word * 32 + (31 - Math.clz32(rest & -rest));
      place += 1;
    }
  return ids;
}
