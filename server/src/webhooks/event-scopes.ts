import { z } from 'zod';
import type { MarketChange } from '../markets/market-change';
import { eventId } from './event-ids';
import type { EventEntity } from './event-queue';
import { type MetafieldChange, marketNewsOf } from './market-scopes';

/**
 * What a delivery makes the worker fetch (behavior 4.9); `unusable`: a scope we handle whose data does not identify an
 * entity.
 */
export type EventTarget =
  | { kind: 'target'; entity: EventEntity; entityId: number }
  /** Changes to further markets. */
  | { kind: 'market'; changes: MarketChange[] }
  /** A metafield; null: not one of a product. */
  | { kind: 'metafield'; change: MetafieldChange | null }
  | { kind: 'unhandled' }
  | { kind: 'unusable'; reason: string };

const optionalId = eventId.optional().catch(undefined);

const eventData = z.looseObject({
  id: optionalId,
  sku: z.looseObject({ product_id: optionalId }).optional().catch(undefined),
  inventory: z.looseObject({ product_id: optionalId }).optional().catch(undefined),
});

type EventData = z.infer<typeof eventData>;

interface HandledScope {
  entity: EventEntity;
  /** Undefined when the data does not contain it. */
  idOf(data: EventData): number | undefined;
}

const product: HandledScope = { entity: 'product', idOf: (data) => data.id };
const stock: HandledScope = { entity: 'product', idOf: (data) => data.id ?? data.inventory?.product_id };
// `data.id` of these is the id of the SKU, which is used nowhere else (upstream 4.2).
const variant: HandledScope = { entity: 'product', idOf: (data) => data.sku?.product_id ?? data.inventory?.product_id };
const category: HandledScope = { entity: 'category', idOf: (data) => data.id };
const store: HandledScope = { entity: 'store', idOf: () => 0 };

/** Every scope that changes something we cache (upstream 4.2); there is none for brands. */
const handledScopes: ReadonlyMap<string, HandledScope> = new Map([
  ['store/product/created', product],
  ['store/product/updated', product],
  ['store/product/deleted', product],
  ['store/product/inventory/updated', stock],
  ['store/product/inventory/order/updated', stock],
  ['store/sku/created', variant],
  ['store/sku/updated', variant],
  ['store/sku/deleted', variant],
  ['store/sku/inventory/updated', variant],
  ['store/sku/inventory/order/updated', variant],
  ['store/category/created', category],
  ['store/category/updated', category],
  ['store/category/deleted', category],
  ['store/information/updated', store],
]);

/**
 * Scopes by which upstream reports a deletion, which counts as the first response without the entity (behavior 10.1).
 */
export const deletedScopes: readonly string[] = ['store/product/deleted', 'store/category/deleted'];

export const reportsDeletion = ({ scope }: { scope: string }): boolean => deletedScopes.includes(scope);

/** @param data as received */
export function targetOf(scope: string, data: unknown): EventTarget {
  const news = marketNewsOf(scope, data);
  if (news === null) return { kind: 'unusable', reason: 'its data does not say what changed' };
  if (news?.kind === 'changes') return { kind: 'market', changes: news.changes };
  if (news?.kind === 'metafield') return news;
  if (news) return { kind: 'target', entity: 'product', entityId: news.productId };
  const handled = handledScopes.get(scope);
  if (!handled) return { kind: 'unhandled' };
  const parsed = eventData.safeParse(data ?? {});
  const entityId = parsed.success ? handled.idOf(parsed.data) : undefined;
  if (entityId === undefined) return { kind: 'unusable', reason: `its data does not name the ${handled.entity}` };
  return { kind: 'target', entity: handled.entity, entityId };
}
