/** A list in chunks of at most so many, in order; none of an empty list. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Likewise, in chunks whose items weigh at most so much together; what weighs more by itself gets its own chunk. */
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
