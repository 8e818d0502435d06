import type { EntityKind } from '../catalog/model';

const paths: Record<EntityKind, (id: number) => string> = {
  product: (id) => `products/edit/${id}`,
  category: (id) => `products/categories/${id}/edit`,
  brand: (id) => `products/brands/${id}/edit`,
};

/** Where a merchant edits an entity in upstream's control panel. */
export function controlPanelAddress({
  storeHash,
  entity,
  id,
}: {
  storeHash: string;
  entity: EntityKind;
  id: number;
}): string {
  return `https://store-${encodeURIComponent(storeHash)}.mybigcommerce.com/manage/${paths[entity](id)}`;
}
