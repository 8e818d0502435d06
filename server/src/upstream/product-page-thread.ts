import { serialize } from 'node:v8';
import { prepareProduct } from '../catalog/views';
import type { BodyReading } from './body-reading';
import { type ProductPage, type ProductPageTask, readProductPage } from './product-page';
import { withProducts } from './product-page-reader';

/**
 * The code that runs in the thread of `piscina-product-pages.ts`: nothing else runs there that would need the event
 * loop, so everything that can be computed before a product is written is computed here. The products travel as the
 * bytes of one list: as objects, several pages of them would fill the main thread's memory from the moment they arrive.
 */
export default async function readPage(task: ProductPageTask): Promise<BodyReading<ProductPage<Uint8Array>>> {
  const reading = await readProductPage(task, async () => undefined);
  return withProducts(reading, (products) =>
    serialize(products.map((product) => ({ ...product, prepared: prepareProduct(product) }))),
  );
}
