import type { ColumnRows } from '../../../server/src/catalog/columns/column-rows';
import type { ListedFacts } from '../../../server/src/catalog/columns/product-columns';
import type { ColumnRequest, SelectedPage } from '../../../server/src/catalog/columns/select-page';

/** A published product, as lists see it. */
export interface ListedProduct extends ListedFacts {
  title: string;
}

export function aListedProduct(given: Partial<ListedProduct> & { id: number }): ListedProduct {
  return {
    title: `Product ${given.id}`,
    created: 0,
    price: 10,
    brandId: null,
    isInStock: true,
    isOnSale: false,
    categoryIds: [],
    ...given,
  };
}

const compared = {
  title: (one: ListedProduct, other: ListedProduct) => (one.title < other.title ? -1 : one.title > other.title ? 1 : 0),
  date: (one: ListedProduct, other: ListedProduct) => one.created - other.created,
  price: (one: ListedProduct, other: ListedProduct) => one.price - other.price,
};

const inOrder = (products: Iterable<ListedProduct>, by: keyof typeof compared): ListedProduct[] =>
  [...products].sort((one, other) => compared[by](one, other) || one.id - other.id);

/** The expected content of a list, found by examining every product. */
export function pageByLooking(
  products: Iterable<ListedProduct>,
  { filter, orderBy, direction, offset, limit }: ColumnRequest,
): SelectedPage {
  const { ids, brandId, categoryId, minPrice, maxPrice, inStock, onSale } = filter;
  const wanted = ids && new Set(Array.from(ids));
  const found = inOrder(products, orderBy).filter(
    (product) =>
      (!wanted || wanted.has(product.id)) &&
      (brandId === undefined || product.brandId === brandId) &&
      (categoryId === undefined || product.categoryIds.includes(categoryId)) &&
      (minPrice === undefined || product.price >= minPrice) &&
      (maxPrice === undefined || product.price <= maxPrice) &&
      (inStock === undefined || product.isInStock === inStock) &&
      (onSale === undefined || product.isOnSale === onSale),
  );
  const all = direction === 'asc' ? found : found.reverse();
  return { total: all.length, ids: all.slice(offset, offset + limit).map(({ id }) => id) };
}

/** The rows of products in memory, in chunks of two; counts reads. */
export class MemoryColumnRows implements ColumnRows {
  readonly products = new Map<number, ListedProduct>();
  readonly read: string[] = [];

  async *facts() {
    this.read.push('facts');
    yield* pairs([...this.products.values()].sort((one, other) => one.id - other.id));
  }

  async *ordered(by: 'price' | 'date') {
    this.read.push(by);
    const value = by === 'price' ? 'price' : 'created';
    yield* pairs(inOrder(this.products.values(), by).map((product) => ({ id: product.id, value: product[value] })));
  }

  async *titled() {
    this.read.push('titles');
    yield* pairs(inOrder(this.products.values(), 'title').map(({ id }) => id));
  }

  async *categories() {
    this.read.push('categories');
    const listings = [...this.products.values()].flatMap(({ id, categoryIds }) =>
      categoryIds.map((categoryId) => ({ productId: id, categoryId })),
    );
    yield* pairs(listings.sort((one, other) => one.productId - other.productId));
  }

  async factsOf(ids: readonly number[]) {
    this.read.push(`facts of ${ids.join(', ')}`);
    return ids.flatMap((id) => this.products.get(id) ?? []);
  }

  async titlePlacesOf(ids: readonly number[]) {
    const titled = inOrder(this.products.values(), 'title').map(({ id }) => id);
    return titled.map((id, index) => ({ id, behind: titled[index - 1] ?? null })).filter(({ id }) => ids.includes(id));
  }
}

function* pairs<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at <= items.length; at += 2) yield items.slice(at, at + 2);
}
