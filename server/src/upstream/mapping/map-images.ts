import type { CatalogImage } from '../../catalog/model';
import type { WireImage } from '../wire/wire-product';

/**
 * Images as the shop shows them (behavior 2.7): upstream sends them in no order (upstream 2.3), so the thumbnail comes
 * first, and the rest follow by upstream's sort order, then id. An image without any address cannot be shown and is
 * left out.
 */
export function mapImages(wires: readonly WireImage[], productName: string): CatalogImage[] {
  return [...wires].sort(inDisplayOrder).flatMap((wire) => mapImage(wire, productName));
}

function inDisplayOrder(a: WireImage, b: WireImage): number {
  return Number(b.is_thumbnail) - Number(a.is_thumbnail) || (a.sort_order ?? 0) - (b.sort_order ?? 0) || a.id - b.id;
}

function mapImage(wire: WireImage, productName: string): CatalogImage[] {
  const { url_zoom: zoom, url_standard: standard, url_thumbnail: thumbnail, url_tiny: tiny } = wire;
  const best = standard || zoom || thumbnail || tiny;
  if (best === '') return [];
  return [
    {
      id: wire.id,
      alt: wire.description.trim() || productName,
      urls: { zoom: zoom || best, standard: best, thumbnail: thumbnail || best, tiny: tiny || best },
    },
  ];
}
