import { serialize } from 'node:v8';
import { prepareProduct } from '../catalog/views/prepare-product';
import type { BodyReading } from './body-reading';
import { type ProductPage, type ProductPageTask, readProductPage } from './product-page';
import { withProducts } from './product-page-reader';

/**
 * What runs in the thread of `piscina-product-pages.ts`: nobody else is there who would need a turn, so whatever can be
 * computed before a product is written is computed here. The products travel as the bytes of one list: as objects they
 * would fill the main thread's memory from the moment they arrive, several pages of them.
 */
export default async function readPage(task: ProductPageTask): Promise<BodyReading<ProductPage<Uint8Array>>> {
  const reading = await readProductPage(task, async () => undefined);
  return withProducts(reading, (products) =>
    serialize(products.map((product) => ({ ...product, prepared: prepareProduct(product) }))),
  );
}
