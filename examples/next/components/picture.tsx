import Image from 'next/image';
import type { CardProduct } from '@/lib/catalog';

interface Props {
  image: Pick<CardProduct['images_all_sizes'][number], 'alt' | 'standard' | 'srcset'>;
  /** How wide it is shown, as HTML's `sizes` takes it. */
  sizes: string;
  /** Default: the one of the image. */
  alt?: string;
  /** For the first picture of a page. */
  isFirst?: boolean;
}

/** A picture in the store's sizes (lib/image-loader.ts); its space is reserved before it has arrived. */
export function Picture({ image, sizes, alt = image.alt, isFirst = false }: Props) {
  const src = image.srcset || `${image.standard} 386w`;
  return <Image src={src} alt={alt} sizes={sizes} width={600} height={750} preload={isFirst} />;
}
