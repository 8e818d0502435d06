import type { MarketChange } from '../markets/changes';
import type { WebhookEvent } from './webhook-event';

/**
 * The events that an edit of a market raises, spelled as upstream prints them, some with a trailing slash (upstream
 * 20.9). Groups and exchange rates have none.
 */
export function marketEvents(change: MarketChange): WebhookEvent[] {
  switch (change.entity) {
    case 'channel':
      return [{ scope: `store/channel/${change.action}`, data: { type: 'channel', id: change.channelId } }];
    case 'channel setting':
      return [
        {
          scope: `store/channel/${change.channelId}/settings/${change.setting}`,
          data: { channel_id: change.channelId },
        },
      ];
    case 'site':
      return [
        {
          scope: `store/channel/${change.channelId}/settings/${change.part}/updated`,
          data: { site_id: change.siteId },
        },
      ];
    case 'category tree':
      return change.channels.map((channel) => ({
        scope: `store/channel/${channel}/categoryTree/updated`,
        data: { tree_id: change.treeId },
      }));
    case 'currency':
    case 'customer group':
      return [];
    case 'price list':
      return [priceListEvent(change)];
    case 'price lists':
      return [{ scope: 'store/priceLists/deleted/', data: { price_list_ids: change.priceListIds } }];
    case 'price records':
      return recordEvents(change);
    case 'price list assignment':
      return [{ scope: `store/priceList/assignment/${change.action}`, data: { ...change.assignment } }];
    case 'translation':
      return translationEvents(change);
    case 'label override':
      return [labelEvent(change)];
    case 'metafield':
      return metafieldEvents(change);
  }
}

/** Of the price-list events, only `created` is printed without a trailing slash. */
function priceListEvent(change: Extract<MarketChange, { entity: 'price list' }>): WebhookEvent {
  const slash = change.action === 'created' ? '' : '/';
  return { scope: `store/priceList/${change.action}${slash}`, data: { price_list_id: change.priceListId } };
}

/** A single call raises one event for its record; a batch raises one event whose data is a list. */
function recordEvents(change: Extract<MarketChange, { entity: 'price records' }>): WebhookEvent[] {
  if (change.call === 'batch') {
    return [
      { scope: `store/priceList/records/${change.action}/`, data: change.records.map((record) => ({ ...record })) },
    ];
  }
  return change.records.map((record) => ({
    scope: `store/priceList/record/${change.action}/`,
    data: { ...record },
  }));
}

/** Overriding a product's texts raises the product's own event, with the channel and locale (upstream 20.9). */
function translationEvents(change: Extract<MarketChange, { entity: 'translation' }>): WebhookEvent[] {
  if (change.productId === null || change.properties.length === 0) return [];
  return [
    {
      scope: 'store/product/updated',
      data: {
        type: 'product',
        id: change.productId,
        properties: change.properties,
        context: { channel_id: change.channelId, locale: change.locale },
      },
    },
  ];
}

/** The event of an option or a modifier; labels for all channels raise none (upstream 20.9). */
function labelEvent(change: Extract<MarketChange, { entity: 'label override' }>): WebhookEvent {
  return {
    scope: `store/${change.part}/updated`,
    data: {
      type: `local_${change.part}`,
      id: change.id,
      affected_product_ids: [change.productId],
      context: { channel_id: change.channelId, locale: change.locale },
    },
  };
}

/**
 * The data contains `metafield_id` and a textual `resource_id`, but neither `id` nor `type`. Deliveries for a scope of
 * one resource name the general scope (upstream 20.9).
 */
function metafieldEvents(change: Extract<MarketChange, { entity: 'metafield' }>): WebhookEvent[] {
  const { metafield_id, resource_id, namespace } = change.metafield;
  const data = { metafield_id, resource_id: String(resource_id), resource_type: change.resource, namespace };
  const resource = change.resource === 'variant' ? 'product/variant' : change.resource;
  const printed = `store/metafield/${change.action}`;
  return [
    { scope: printed, data },
    { scope: `store/${resource}/metafield/${change.action}`, data, printed },
  ];
}
