import { prepareProduct } from '../catalog/prepare-product';
import type { BodyReading } from './body-reading';
import { type ProductPage, type ProductPageTask, readProductPage } from './product-page';

/**
 * What runs in the thread of `piscina-product-pages.ts`: nobody else is there who would need a turn, so whatever can be
 * computed before a product is written is computed here.
 */
export default async function readPage(task: ProductPageTask): Promise<BodyReading<ProductPage>> {
  const reading = await readProductPage(task, async () => undefined);
  if (reading.kind !== 'read') return reading;
  const products = reading.answer.products.map((product) => ({ ...product, prepared: prepareProduct(product) }));
  return { ...reading, answer: { ...reading.answer, products } };
}
