/**
 * The framework's image loader. The store has each picture in a few sizes, which the API lists (`srcset`), so nothing
 * is scaled here: it chooses the smallest size that is wide enough.
 * @param src the `srcset` of `images_all_sizes`, for example `https://…44.44.jpg 44w, https://…1280.1280.jpg 1280w`
 */
export default function loadImage({ src, width }: { src: string; width: number }): string {
  const sizes = src.split(', ').map((size) => {
    const [url = '', wide = ''] = size.split(' ');
    return { url, width: Number.parseInt(wide, 10) };
  });
  return (sizes.find((size) => size.width >= width) ?? sizes.at(-1))?.url ?? '';
}
