import Image from 'next/image';
import type { CardProduct } from '@/lib/catalog';

interface Props {
  image: Pick<CardProduct['images_all_sizes'][number], 'alt' | 'standard' | 'srcset'>;
  /** The display width, as in HTML's `sizes`. */
  sizes: string;
  /** Default: the image's own. */
  alt?: string;
  /** For the first picture of a page. */
  isFirst?: boolean;
}

/** A picture in the store's sizes (lib/image-loader.ts); its space is reserved before it has loaded. */
export function Picture({ image, sizes, alt = image.alt, isFirst = false }: Props) {
  const src = image.srcset || `${image.standard} 386w`;
  return <Image src={src} alt={alt} sizes={sizes} width={600} height={750} preload={isFirst} />;
}
