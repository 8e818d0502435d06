/** Splits a list into chunks of at most `size` items, in order; an empty list has no chunks. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Splits a list into chunks whose items weigh at most `most` together; an item that weighs more gets its own chunk. */
export function chunksByWeight<Item>(
  items: readonly Item[],
  { most, weightOf }: { most: number; weightOf: (item: Item) => number },
): Item[][] {
  const chunks: Item[][] = [];
  let weight = Infinity;
  for (const item of items) {
    weight += weightOf(item);
    if (weight <= most) chunks.at(-1)?.push(item);
    else {
      chunks.push([item]);
      weight = weightOf(item);
    }
  }
  return chunks;
}
