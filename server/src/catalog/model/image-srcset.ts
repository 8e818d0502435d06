import type { CatalogImage } from './catalog-types';

// Addresses end in the box that the image was scaled into: `.386.513.jpg?c=1` (upstream 2.3).
const scaledInto = /\.(?<width>\d{1,5})\.\d{1,5}\.\w+(?:\?.*)?$/;

/**
 * The sizes of an image as HTML's `srcset` takes them, narrowest first. A width is that of the box that the image was
 * scaled into; a portrait is narrower. Empty where the addresses don't say it.
 */
export function srcsetOf({ urls }: Pick<CatalogImage, 'urls'>): string {
  const sizes = new Map<number, string>();
  for (const url of Object.values(urls)) {
    const width = Number(scaledInto.exec(url)?.groups?.['width']);
    // A space would end the address.
    if (width > 0) sizes.set(width, url.replaceAll(' ', '%20'));
  }
  return [...sizes]
    .sort(([one], [other]) => one - other)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ');
}
