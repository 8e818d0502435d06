import type { ReadyProduct } from '../catalog/views';
import type { BodyReading } from './body-reading';
import { type ProductPage, type ProductPageTask, readProductPage } from './product-page';
import type { YieldIfDue } from './read-items';

/** A page that is waiting may stay serialized: its products are created on demand. */
export type LazyProductPage = ProductPage<() => ReadyProduct[]>;

/** Reads the bodies of product pages, in this thread or in another. */
export interface ProductPages {
  read(task: ProductPageTask): Promise<BodyReading<LazyProductPage>>;
  /** Releases its resources; it can be used again. */
  close(): Promise<void>;
}

/** Reads them in this thread, yielding to others. */
export function createProductPagesHere(yieldIfDue: YieldIfDue): ProductPages {
  return {
    async read(task) {
      const reading = await readProductPage(task, yieldIfDue);
      return withProducts(reading, (products) => () => products);
    },
    close: async () => undefined,
  };
}

/** The same page with its products in another form. */
export function withProducts<From, To>(
  reading: BodyReading<ProductPage<From>>,
  change: (products: From) => To,
): BodyReading<ProductPage<To>> {
  return reading.kind === 'read'
    ? { ...reading, response: { ...reading.response, products: change(reading.response.products) } }
    : reading;
}
