import type { Change, StockCause } from '../catalog/changes';
import type { Category, CategoryTree } from '../catalog/model';
import type { ProductFields } from '../catalog/product-model';

/** What happened, as in a delivery. */
export interface WebhookEvent {
  readonly scope: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Own fields of a product whose changes raise no event (upstream 4.2). */
const SILENT_PRODUCT_FIELDS: ReadonlySet<keyof ProductFields> = new Set([
  'mpn',
  'gtin',
  'product_tax_code',
  'meta_keywords',
  'view_count',
  'option_set_id',
  'option_set_display',
]);

/** Fields of a category that are not in the documented list; its visibility is one of them (webhooks.v3.yml). */
const SILENT_CATEGORY_FIELDS: ReadonlySet<keyof Category> = new Set(['is_visible', 'views', 'tree_id', 'uuid', 'id']);

/**
 * The events that an edit raises: usually one, sometimes several, and none for images, custom fields, and brands
 * (upstream 4.2).
 */
export function eventsOf(change: Change, trees: readonly CategoryTree[]): WebhookEvent[] {
  switch (change.entity) {
    case 'product':
      if (change.action === 'updated' && change.fields.every((field) => SILENT_PRODUCT_FIELDS.has(field))) return [];
      return [{ scope: `store/product/${change.action}`, data: { type: 'product', id: change.productId } }];
    case 'product stock':
      return [
        {
          scope: `store/product/inventory/${stockSuffix(change.cause)}`,
          data: {
            type: 'product',
            id: change.productId,
            inventory: { product_id: change.productId, method: stockMethod(change.cause), value: change.change },
          },
        },
      ];
    case 'category assignment':
      return [{ scope: 'store/product/updated', data: { type: 'product', id: change.productId } }];
    case 'channel assignment':
      return [
        { scope: `store/channel/${change.channelId}/product/${change.action}`, data: { product_id: change.productId } },
      ];
    case 'variant':
      return change.skuId === null
        ? []
        : [
            {
              scope: `store/sku/${change.action}`,
              data: {
                type: 'sku',
                id: change.skuId,
                sku: { product_id: change.productId, variant_id: change.variantId },
              },
            },
          ];
    case 'variant stock':
      return change.skuId === null || !change.tracked
        ? []
        : [
            {
              scope: `store/sku/inventory/${stockSuffix(change.cause)}`,
              data: {
                type: 'sku',
                id: change.skuId,
                inventory: {
                  product_id: change.productId,
                  method: stockMethod(change.cause),
                  value: change.change,
                  variant_id: change.variantId,
                },
              },
            },
          ];
    case 'category':
      return categoryEvents(change, trees);
    case 'store':
      return [{ scope: 'store/information/updated', data: { type: 'store' } }];
    case 'image':
    case 'custom fields':
    case 'brand':
      return [];
  }
}

function stockSuffix(cause: StockCause): string {
  return cause === 'order' ? 'order/updated' : 'updated';
}

function stockMethod(cause: StockCause): string {
  return cause === 'order' ? 'relative' : 'absolute';
}

function categoryEvents(
  change: Extract<Change, { entity: 'category' }>,
  trees: readonly CategoryTree[],
): WebhookEvent[] {
  if (change.action === 'updated' && change.fields.every((field) => SILENT_CATEGORY_FIELDS.has(field))) return [];
  const { id, tree_id: treeId } = change.category;
  const channels = trees.find((tree) => tree.id === treeId)?.channels ?? [];
  return [
    { scope: `store/category/${change.action}`, data: { type: 'category', id } },
    ...channels.map((channel) => ({
      scope: `store/channel/${channel}/category/${change.action}`,
      data: { category_id: id, tree_id: treeId },
    })),
  ];
}

/** Whether a hook registered for `registered` gets events of `scope`; a wildcard covers everything below it. */
export function covers(registered: string, scope: string): boolean {
  return registered.endsWith('/*') ? scope.startsWith(registered.slice(0, -1)) : registered === scope;
}
