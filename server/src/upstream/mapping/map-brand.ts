import type { CatalogBrand } from '../../catalog/model';
import { fittingText } from './column-limits';
import { slugClaimOf } from './slug-claim';
import type { WireBrand } from '../wire/wire-taxonomy';

/**
 * Maps a brand to our own shape.
 * @throws UnusableItemError when a value cannot be stored
 */
export function mapBrand(wire: WireBrand): CatalogBrand {
  return {
    id: wire.id,
    title: fittingText('name', wire.name),
    slugClaim: slugClaimOf({ id: wire.id, name: wire.name, path: wire.custom_url }),
    content: wire.meta_description,
    imageUrl: wire.image_url,
  };
}
