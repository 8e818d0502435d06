import type { Change } from '../catalog/changes';
import type { WebhookEvent } from './webhook-event';

export type StockChange = Extract<Change, { entity: 'product stock' | 'variant stock' }>;

/** Stores have one location unless more are created, which never happens here. */
const LOCATION_ID = 1;

/**
 * The stock events of a location, for all channels together (the star is part of the scope): one for the change, and
 * one each for reaching the warning level and zero (upstream 20.9).
 */
export function locationEvents(change: StockChange): WebhookEvent[] {
  if (change.variantId === null) return [];
  const before = change.level - change.change;
  const reached = (level: number): boolean => change.level <= level && before > level;
  const data = { product_id: change.productId, variant_id: change.variantId, location_id: LOCATION_ID };
  return [
    'stock_changed',
    ...(change.warningLevel > 0 && reached(change.warningLevel) ? ['low_stock_reached'] : []),
    ...(reached(0) ? ['out_of_stock_reached'] : []),
  ].map((name) => ({ scope: `store/channel/*/inventory/product/${name}`, data }));
}
