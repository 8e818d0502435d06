import type { CatalogItems } from './catalog-store';
import type { EntityKind } from './catalog-types';
import { fold, searchTextOf } from './text';

/** Values by column name, as the database takes them. */
export type Row = Record<string, string | number | boolean | Date | null>;

/** How the items of one kind become rows. */
export interface RecordKind<Item> {
  uid: `plugin::commerce-bridge.${EntityKind}`;
  row(item: Item): Row;
}

export const recordKinds: { [Kind in EntityKind]: RecordKind<CatalogItems[Kind]> } = {
  product: {
    uid: 'plugin::commerce-bridge.product',
    row: (product) => ({
      title: product.title,
      publication_status: product.publicationStatus,
      sku: product.sku,
      price: product.price,
      sale_price: product.salePrice,
      calculated_price: product.calculatedPrice,
      in_stock: product.inStock,
      inventory_level: product.inventoryLevel,
      inventory_tracking: product.inventoryTracking,
      availability: product.availability,
      weight: product.weight,
      content: product.content,
      variants: JSON.stringify(product.variants),
      images: JSON.stringify(product.images),
      custom_fields: JSON.stringify(product.customFields),
      tags: JSON.stringify(product.tags),
      seo: JSON.stringify(product.seo),
      related_ids: JSON.stringify(product.relatedIds),
      category_ids: JSON.stringify(product.categoryIds),
      brand_id: product.brandId,
      upstream_created_at: new Date(product.createdAt),
      upstream_modified_at: new Date(product.modifiedAt),
      title_key: fold(product.title),
      search_text: searchTextOf(product),
    }),
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
