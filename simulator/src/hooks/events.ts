import type { Change, StockCause } from '../catalog/changes';
import type { Category, CategoryTree } from '../catalog/model';
import { isMarketChange, type MarketChange } from '../markets/changes';
import { marketEvents } from './market-events';
import { locationEvents } from './stock-events';
import type { WebhookEvent } from './webhook-event';

export type { WebhookEvent } from './webhook-event';
import type { ProductFields } from '../catalog/product-model';

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

/** Category fields that the documented list lacks, such as its visibility (webhooks.v3.yml). */
const SILENT_CATEGORY_FIELDS: ReadonlySet<keyof Category> = new Set(['is_visible', 'views', 'tree_id', 'uuid', 'id']);

/**
 * What events depend on besides the edit: the channels in whose trees categories are, and whether the store is plain.
 */
export interface Taxonomy {
  readonly hasMarkets: boolean;
  readonly trees: ReadonlyMap<number, CategoryTree>;
  readonly categories: ReadonlyMap<number, Category>;
}

/**
 * The events that an edit raises: usually one, sometimes several, and none for images, custom fields, and brands
 * (upstream 4.2).
 */
export function eventsOf(change: Change, taxonomy: Taxonomy): WebhookEvent[] {
  if (isMarketChange(change)) return marketEvents(change);
  const located = change.entity === 'product stock' || change.entity === 'variant stock' ? change : undefined;
  return [...catalogEvents(change, taxonomy), ...(located && taxonomy.hasMarkets ? locationEvents(located) : [])];
}

function catalogEvents(change: Exclude<Change, MarketChange>, taxonomy: Taxonomy): WebhookEvent[] {
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
      return [
        { scope: 'store/product/updated', data: { type: 'product', id: change.productId } },
        ...(taxonomy.hasMarkets ? categoryAssignmentEvents(change, taxonomy) : []),
      ];
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
      return categoryEvents(change, taxonomy.trees);
    case 'store':
      return [{ scope: 'store/information/updated', data: { type: 'store' } }];
    case 'modifier':
      return change.action === 'deleted'
        ? [{ scope: 'store/product/updated', data: { type: 'product', id: change.productId } }]
        : [];
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
  trees: ReadonlyMap<number, CategoryTree>,
): WebhookEvent[] {
  if (change.action === 'updated' && change.fields.every((field) => SILENT_CATEGORY_FIELDS.has(field))) return [];
  const { id, tree_id: treeId } = change.category;
  const channels = trees.get(treeId)?.channels ?? [];
  return [
    { scope: `store/category/${change.action}`, data: { type: 'category', id } },
    ...channels.map((channel) => ({
      scope: `store/channel/${channel}/category/${change.action}`,
      data: { category_id: id, tree_id: treeId },
    })),
  ];
}

/**
 * One event for each channel in which the product was added to categories, and one for each in which it was removed
 * from some.
 */
function categoryAssignmentEvents(
  change: Extract<Change, { entity: 'category assignment' }>,
  taxonomy: Taxonomy,
): WebhookEvent[] {
  const { before, categories, productId } = change;
  const channelsOf = (ids: readonly number[]): Set<number> =>
    new Set(ids.flatMap((id) => taxonomy.trees.get(taxonomy.categories.get(id)?.tree_id ?? 0)?.channels ?? []));
  const events = (ids: readonly number[], action: string): WebhookEvent[] =>
    [...channelsOf(ids)].map((channel) => ({
      scope: `store/channel/${channel}/category/product/${action}`,
      data: { product_id: productId },
    }));
  return [
    ...events(
      categories.filter((id) => !before.includes(id)),
      'assigned',
    ),
    ...events(
      before.filter((id) => !categories.includes(id)),
      'unassigned',
    ),
  ];
}

/**
 * Whether a hook registered for `registered` gets events of `scope`: a wildcard covers everything below it, and a
 * trailing slash makes no difference, since upstream prints it on some scopes only (upstream 20.9).
 */
export function covers(registered: string, scope: string): boolean {
  const plain = scope.replace(/\/$/, '');
  return registered.endsWith('/*')
    ? plain.startsWith(registered.slice(0, -1))
    : registered.replace(/\/$/, '') === plain;
}
