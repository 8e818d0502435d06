import type { MetafieldResource } from './model';

type EditAction = 'created' | 'updated' | 'deleted';

export interface RecordKey {
  readonly price_list_id: number;
  readonly variant_id: number;
  /** Lower case, as on the wire. */
  readonly currency: string;
}

/** What an edit of a market did, for listeners (such as webhooks). */
export type MarketChange =
  | { entity: 'channel'; action: 'created' | 'updated'; channelId: number }
  | { entity: 'channel setting'; channelId: number; setting: string }
  | { entity: 'site'; channelId: number; siteId: number; part: 'site' | 'route' }
  | { entity: 'category tree'; treeId: number; channels: number[] }
  | { entity: 'currency' }
  | { entity: 'customer group' }
  | {
      entity: 'price list';
      action: EditAction | 'activated' | 'deactivated';
      priceListId: number;
    }
  | { entity: 'price lists'; priceListIds: number[] }
  | { entity: 'price records'; action: EditAction; call: 'single' | 'batch'; records: RecordKey[] }
  | {
      entity: 'price list assignment';
      action: 'updated' | 'deleted';
      assignment: { price_list_id: number; channel_id: number | null; customer_group_id: number | null };
    }
  | { entity: 'translation'; productId: number | null; channelId: number; locale: string; properties: string[] }
  /** A label that differs on one channel in one locale; the product's own labels raise no event. */
  | {
      entity: 'label override';
      part: 'option' | 'modifier';
      id: number;
      productId: number;
      channelId: number;
      locale: string;
    }
  | {
      entity: 'metafield';
      action: EditAction;
      resource: MetafieldResource;
      metafield: { metafield_id: number; resource_id: number; namespace: string };
    };

/** All kinds of market changes; a missing one is a compile error. */
const KINDS: Readonly<Record<MarketChange['entity'], true>> = {
  channel: true,
  'channel setting': true,
  site: true,
  'category tree': true,
  currency: true,
  'customer group': true,
  'price list': true,
  'price lists': true,
  'price records': true,
  'price list assignment': true,
  translation: true,
  'label override': true,
  metafield: true,
};

/** Whether a change concerns a market, not the catalog that all markets share. */
export function isMarketChange(change: { entity: string }): change is MarketChange {
  return change.entity in KINDS;
}
