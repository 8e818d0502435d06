import type { CatalogImage } from './catalog-types';

// URLs end with the size of the box that the image was scaled into: `.386.513.jpg?c=1` (upstream 2.3).
const scaledInto = /\.(?<width>\d{1,5})\.\d{1,5}\.\w+(?:\?.*)?$/;

/**
 * The sizes of an image in the format of HTML's `srcset`, narrowest first. Widths are those of the boxes that the image
 * was scaled into; a portrait is narrower. Empty if the URLs contain no sizes.
 */
export function srcsetOf({ urls }: Pick<CatalogImage, 'urls'>): string {
  const sizes = new Map<number, string>();
  for (const url of Object.values(urls)) {
    const width = Number(scaledInto.exec(url)?.groups?.['width']);
    // A space would end the URL.
    if (width > 0) sizes.set(width, url.replaceAll(' ', '%20'));
  }
  return [...sizes]
    .sort(([one], [other]) => one - other)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ');
}
