interface Page<Item> {
  products: Item[];
  pages: number;
}

/**
 * Walks through all pages. A catalog that changes in between moves products from page to page: one that comes again is
 * left out, one that moved to a page already read is missed.
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
