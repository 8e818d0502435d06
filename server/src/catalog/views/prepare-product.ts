import type { CatalogProduct } from '../model/catalog-types';
import type { Row } from '../tables/stored-rows';
import { prepareColumns } from './prepared-view';
import { fold, searchTextOf } from '../model/text';

/** Everything computed from one product before it is written. */
export interface PreparedProduct {
  /** Columns of the product's own row that depend only on the item. */
  row: Row;
  /** The text that `search` covers. */
  searchText: string;
}

/** Pure; does not depend on what is stored. */
export function prepareProduct(product: CatalogProduct): PreparedProduct {
  return { row: productRow(product), searchText: searchTextOf(product) };
}

function productRow(product: CatalogProduct): Row {
  const { preparedItem, preparedDetails } = prepareColumns(product);
  return {
    title: product.title,
    publication_status: product.publicationStatus,
    is_visible_elsewhere: product.isVisibleElsewhere === true,
    sku: product.sku,
    price: product.price,
    sale_price: product.salePrice,
    calculated_price: product.calculatedPrice,
    in_stock: product.inStock,
    inventory_level: product.inventoryLevel,
    inventory_tracking: product.inventoryTracking,
    availability: product.availability,
    weight: product.weight,
    prepared_item: preparedItem,
    prepared_details: preparedDetails,
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
  };
}
