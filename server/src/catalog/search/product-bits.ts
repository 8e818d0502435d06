/*
 * Sets of products as bits: products with consecutive ids form a block, a row of eight columns with 31 bits each. The
 * columns are signed 32-bit integers on every database.
 */
const limbSize = 31;
export const limbs = ['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7'] as const;
const blockSize = limbSize * limbs.length;

export const allBits = 0x7fff_ffff;

export type Bits = number[];

export const noBits = (): Bits => limbs.map(() => 0);

export const blockOf = (id: number): number => Math.floor(id / blockSize);

export function addBit(bits: Bits, id: number): void {
  const place = id % blockSize;
  const limb = Math.floor(place / limbSize);
  bits[limb] = (bits[limb] ?? 0) | (1 << (place % limbSize));
}

/** @param bits of the id's block; empty if there is no such block */
export function hasBit(bits: Bits, id: number): boolean {
  const place = id % blockSize;
  return (((bits[Math.floor(place / limbSize)] ?? 0) >>> (place % limbSize)) & 1) === 1;
}

/** The ids, ascending. */
export function idsOfBits(block: number, bits: Bits): number[] {
  const ids: number[] = [];
  bits.forEach((given, limb) => {
    const start = block * blockSize + limb * limbSize;
    // The parentheses matter: near the largest safe integer, start + 31 is no longer exact.
    for (let rest = given; rest !== 0; rest &= rest - 1) ids.push(start + (31 - Math.clz32(rest & -rest)));
  });
  return ids;
}
