/**
 * The framework's image loader. The store keeps each picture in a few sizes, and the API names them (`srcset`), so nothing
 * has to be scaled here: of the sizes, the smallest that is wide enough is taken.
 * @param src the `srcset` of `images_all_sizes`, for example `https://…44.44.jpg 44w, https://…1280.1280.jpg 1280w`
 */
export default function loadImage({ src, width }: { src: string; width: number }): string {
  const sizes = src.split(', ').map((size) => {
    const [url = '', wide = ''] = size.split(' ');
    return { url, width: Number.parseInt(wide, 10) };
  });
  return (sizes.find((size) => size.width >= width) ?? sizes.at(-1))?.url ?? '';
}
