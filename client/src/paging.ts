interface Page<Item> {
  products: Item[];
  pages: number;
}

/**
 * Iterates over all pages. If the catalog changes meanwhile, products may move between pages: duplicates are skipped,
 * but a product that moves to a page that was already read is missed.
 */
export async function* eachOf<Item extends { id: number }>(
  read: (page: number) => Promise<Page<Item>>,
  first: number,
): AsyncGenerator<Item, void> {
  const seen = new Set<number>();
  let last = first;
  for (let number = first; number <= last; number += 1) {
    const { products, pages } = await read(number);
    last = pages;
    for (const product of products) {
      if (seen.has(product.id)) continue;
      seen.add(product.id);
      yield product;
    }
  }
}
