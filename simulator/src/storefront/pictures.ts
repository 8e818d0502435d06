import type { Product, ProductImage } from '../catalog/product-model';
import { pictureUrl, type Presentation } from '../http/present';
import type { View } from './session';

/** An image in any requested size. */
export function pictureView(presentation: Presentation, product: Product, image: ProductImage): View {
  const at = (width: number | string, height: number | string): string =>
    pictureUrl(product.id, image, { size: `${width}.${height}`, presentation });
  return {
    url: ({ width, height }: { width: number; height?: number | null }) => at(width, height ?? width),
    urlOriginal: () => at(1280, 1280),
    urlTemplate: () => at('{:size}', '{:size}'),
    altText: image.description || product.fields.name,
    isDefault: image.is_thumbnail,
  };
}
