import type { CatalogCategory } from '../../catalog/model';
import { fittingText } from './column-limits';
import { slugClaimOf } from './slug-claim';
import type { WireCategory } from '../wire/wire-taxonomy';

/**
 * Maps a category of the channel's tree to our own shape (behavior 2.8, 2.13).
 * @throws UnusableItemError when a value cannot be stored
 */
export function mapCategory(wire: WireCategory): CatalogCategory {
  return {
    id: wire.category_id,
    title: fittingText('name', wire.name),
    slugClaim: slugClaimOf({ id: wire.category_id, name: wire.name, path: wire.url }),
    content: wire.description,
    parentId: wire.parent_id,
    isVisible: wire.is_visible,
    sortOrder: wire.sort_order ?? 0,
    imageUrl: wire.image_url,
    path: wire.url,
  };
}
