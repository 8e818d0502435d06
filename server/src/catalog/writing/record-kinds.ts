import type { CatalogItems } from './catalog-store';
import type { EntityKind } from '../model/catalog-types';
import type { Row } from '../tables/stored-rows';
import { prepareProduct } from '../views/prepare-product';

/** How the items of one kind become rows. */
export interface RecordKind<Item> {
  uid: `plugin::commerce-bridge.${EntityKind}`;
  row(item: Item): Row;
}

export const recordKinds: { [Kind in EntityKind]: RecordKind<CatalogItems[Kind]> } = {
  product: {
    uid: 'plugin::commerce-bridge.product',
    row: (product) => prepareProduct(product).row,
  },

  category: {
    uid: 'plugin::commerce-bridge.category',
    row: (category) => ({
      title: category.title,
      content: category.content,
      parent_id: category.parentId,
      is_visible: category.isVisible,
      sort_order: category.sortOrder,
      image_url: category.imageUrl,
      path: category.path,
    }),
  },

  brand: {
    uid: 'plugin::commerce-bridge.brand',
    row: (brand) => ({ title: brand.title, content: brand.content, image_url: brand.imageUrl }),
  },
};
