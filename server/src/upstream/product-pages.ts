import type { BodyReading } from './body-reading';
import { type ProductPage, type ProductPageTask, readProductPage } from './product-page';
import type { Breathe } from './read-items';

/** Reads the bodies of product pages, in this thread or in another. */
export interface ProductPages {
  read(task: ProductPageTask): Promise<BodyReading<ProductPage>>;
  /** Ends what it keeps; it can be used again. */
  close(): Promise<void>;
}

/** Reads them in this thread, with turns for others. */
export function createProductPagesHere(breathe: Breathe): ProductPages {
  return { read: (task) => readProductPage(task, breathe), close: async () => undefined };
}
