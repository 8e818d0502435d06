/**
 * Numbers that look random and are a pure function of (seed, index, salt), so that product i never depends on the
 * others.
 */
export class Dice {
  private readonly seed: number;

  constructor(seed: number | string) {
    this.seed = hashText(String(seed));
  }

  /** 0 … 2^32 - 1. */
  roll(index: number, salt: number): number {
    let hash = this.seed ^ Math.imul(index + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  /** A whole number from `from` to `to`, both included. */
  between(index: number, salt: number, [from, to]: readonly [number, number]): number {
    return from + (this.roll(index, salt) % (to - from + 1));
  }

  /** True in `perMille` of a thousand cases. */
  chance(index: number, salt: number, perMille: number): boolean {
    return this.roll(index, salt) % 1000 < perMille;
  }

  pick<Item>(index: number, salt: number, items: readonly Item[]): Item {
    const item = items[this.roll(index, salt) % items.length];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }
}

/** FNV-1a over UTF-16 units, with one more mixing step: a 32-bit number for any text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}
