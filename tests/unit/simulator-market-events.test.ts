import { beforeEach, describe, expect, test } from 'vitest';
import { GeneratedCatalog } from '../../simulator/src/catalog/generator';
import { SimulatedStore } from '../../simulator/src/catalog/store';
import { ManualClock } from '../../simulator/src/clock';
import { covers, eventsOf, type WebhookEvent } from '../../simulator/src/hooks/events';

let store: SimulatedStore;
let events: WebhookEvent[];

beforeEach(() => {
  store = new SimulatedStore(new GeneratedCatalog({ count: 5, seed: 1 }), {
    clock: new ManualClock(),
    storeHash: 'abc123',
  });
  events = [];
  store.onChange((change) => events.push(...eventsOf(change, store.state)));
});

function variantsOf(id: number): number[] {
  return (store.products.get(id)?.variants ?? []).map((variant) => variant.id);
}

test('a list raises created, updated, deactivated, activated, and deleted, with the slashes that upstream prints', () => {
  const { priceLists } = store.markets;
  const { id } = priceLists.create({ name: 'Trade' });
  priceLists.update(id, { name: 'Wholesale' });
  priceLists.update(id, { active: false });
  priceLists.update(id, { active: true });
  priceLists.delete(id);
  expect(events.map((event) => event.scope)).toEqual([
    'store/priceList/created',
    'store/priceList/updated/',
    'store/priceList/deactivated/',
    'store/priceList/activated/',
    'store/priceList/deleted/',
  ]);
  expect(events.every((event) => 'price_list_id' in event.data && event.data.price_list_id === id)).toBe(true);
});

test('a single record raises an object, a batch raises one event with a list, and no product event is raised', () => {
  const { priceLists } = store.markets;
  const { id } = priceLists.create({ name: 'Trade' });
  const [first = 0] = variantsOf(1001);
  const [second = 0] = variantsOf(1002);
  priceLists.setRecord(id, { variant_id: first, currency: 'EUR', price: 5 });
  events = [];
  priceLists.setRecord(id, { variant_id: first, currency: 'EUR', price: 6 });
  priceLists.setRecords(id, [
    { variant_id: first, currency: 'eur', price: 7 },
    { variant_id: second, currency: 'EUR', price: 8 },
  ]);
  priceLists.deleteRecord(id, { variantId: second, currency: 'EUR' });
  const record = (variant: number): unknown => ({ price_list_id: id, variant_id: variant, currency: 'eur' });
  expect(events).toEqual([
    { scope: 'store/priceList/record/updated/', data: record(first) },
    { scope: 'store/priceList/records/created/', data: [record(second)] },
    { scope: 'store/priceList/records/updated/', data: [record(first)] },
    { scope: 'store/priceList/record/deleted/', data: record(second) },
  ]);
});

test('several lists deleted in one call raise one event', () => {
  const { priceLists } = store.markets;
  const ids = [priceLists.create({ name: 'A' }).id, priceLists.create({ name: 'B' }).id];
  events = [];
  priceLists.deleteMany(ids);
  expect(events).toEqual([{ scope: 'store/priceLists/deleted/', data: { price_list_ids: ids } }]);
});

test('an assignment raises an event with its three sides', () => {
  const { priceLists } = store.markets;
  const list = priceLists.create({ name: 'Trade' }).id;
  events = [];
  const { id } = priceLists.assign({ price_list_id: list, customer_group_id: null, channel_id: 2 });
  priceLists.unassign(id);
  const data = { price_list_id: list, customer_group_id: null, channel_id: 2 };
  expect(events).toEqual(
    ['updated', 'deleted'].map((action) => ({ scope: `store/priceList/assignment/${action}`, data })),
  );
});

test('a channel raises events of itself, its tree, its site, its routes, and its settings', () => {
  const { channels, groups, locales } = store.markets;
  const { id } = channels.create({ name: 'Abroad', tree: 'Abroad' });
  channels.update(id, { status: 'inactive' });
  channels.setSite(id, { url: 'https://abroad.example' });
  channels.setSite(id, { routes: [] });
  channels.setCurrencies(id, { enabled_currencies: ['EUR'], default_currency: 'EUR' });
  groups.configure(id, { guest_customer_group_id: 3 });
  locales.set(id, [{ code: 'fr', isDefault: true }]);
  expect(events.map((event) => event.scope)).toEqual([
    'store/channel/created',
    `store/channel/${id}/categoryTree/updated`,
    'store/channel/updated',
    `store/channel/${id}/settings/site/updated`,
    `store/channel/${id}/settings/route/updated`,
    `store/channel/${id}/settings/currency/updated`,
    `store/channel/${id}/settings/defaultCustomerGroup/updated`,
    `store/channel/${id}/settings/locale/added`,
    `store/channel/${id}/settings/locale/deleted`,
  ]);
});

test('groups and exchange rates raise nothing', () => {
  const { groups, currencies } = store.markets;
  const group = groups.create({ name: 'Regulars' });
  groups.update(group.id, { discount_rules: [{ type: 'all', method: 'percent', amount: 10 }] });
  currencies.create({ currency_code: 'EUR', rate: 0.9 });
  currencies.update('EUR', { rate: 0.8 });
  expect(events).toEqual([]);
});

test('a plain store raises nothing about categories of channels and the stock of locations', () => {
  const shelf = store.categories.create({ name: 'Shelf' });
  const { id } = store.products.create({ name: 'Cup', inventory_tracking: 'product', inventory_level: 3 });
  events = [];
  store.products.move(id, [shelf.id]);
  store.products.restock(id, 2);
  expect(events.map((event) => event.scope)).toEqual(['store/product/updated', 'store/product/inventory/updated']);
});

test('stock raises an event for all channels, and one each when it reaches the warning level and zero', () => {
  store.markets.currencies.create({ currency_code: 'EUR', rate: 0.9 });
  const cup = { name: 'Cup', inventory_tracking: 'product', inventory_level: 9, inventory_warning_level: 3 } as const;
  const { id, variants } = store.products.create(cup);
  const stock = (level: number): string[] => {
    events = [];
    store.products.restock(id, level);
    return events.map((event) => event.scope).filter((scope) => scope.startsWith('store/channel/'));
  };
  const scope = (name: string): string => `store/channel/*/inventory/product/${name}`;
  expect(stock(5)).toEqual([scope('stock_changed')]);
  expect(events.at(-1)?.data).toEqual({ product_id: id, variant_id: variants[0]?.id, location_id: 1 });
  expect(stock(3)).toEqual([scope('stock_changed'), scope('low_stock_reached')]);
  expect(stock(0)).toEqual([scope('stock_changed'), scope('out_of_stock_reached')]);
  expect(stock(9)).toEqual([scope('stock_changed')]);
});

test('of edits of a modifier only its deletion raises an event, that of the product', () => {
  const modifier = store.modifiers.create(1001, { display_name: 'Gift note', type: 'text' });
  store.modifiers.update(1001, modifier.id, { required: true });
  expect(events).toEqual([]);
  store.modifiers.delete(1001, modifier.id);
  expect(events).toEqual([{ scope: 'store/product/updated', data: { type: 'product', id: 1001 } }]);
});

test('a label that differs on one channel raises an event of its option or modifier, and none of the product', () => {
  const { id, options } = store.products.create({ name: 'Shirt', variants: [{ options: { Size: 'S' } }] });
  const modifier = store.modifiers.create(id, { display_name: 'Note', type: 'text' });
  events = [];
  const place = { kind: 'product' as const, id, channelId: 2, locale: 'fr' };
  store.markets.locales.translate(place, { labels: { Size: 'Taille', Note: 'Message' } });
  const event = (part: string, of: number | undefined): unknown => ({
    scope: `store/${part}/updated`,
    data: {
      type: `local_${part}`,
      id: of,
      affected_product_ids: [id],
      context: { channel_id: 2, locale: 'fr' },
    },
  });
  expect(events).toEqual([event('option', options[0]?.id), event('modifier', modifier.id)]);
});

test('a metafield raises a general event and one of its resource, which prints the general scope', () => {
  const options = { resource_type: 'variant', resource_id: 7, namespace: 'care', key: 'wash', value: '30' } as const;
  store.markets.metafields.create(options);
  const data = { metafield_id: 1, resource_id: '7', resource_type: 'variant', namespace: 'care' };
  const printed = 'store/metafield/created';
  expect(events).toEqual([
    { scope: printed, data },
    { scope: 'store/product/variant/metafield/created', data, printed },
  ]);
});

test('a category assignment raises an event for each channel whose tree the category is in', () => {
  store.markets.currencies.create({ currency_code: 'EUR', rate: 0.9 });
  const abroad = store.categories.create({ name: 'Abroad', tree_id: 2 });
  store.products.move(1001, []);
  events = [];
  store.products.move(1001, [abroad.id]);
  store.products.move(1001, []);
  expect(events.filter((event) => event.scope !== 'store/product/updated')).toEqual(
    ['assigned', 'unassigned'].map((action) => ({
      scope: `store/channel/2/category/product/${action}`,
      data: { product_id: 1001 },
    })),
  );
});

test("a translation raises the product's own event with its place", () => {
  const place = { kind: 'product' as const, id: 1001, channelId: 2, locale: 'fr' };
  store.markets.locales.translate(place, { warranty: 'Deux ans' });
  expect(events).toEqual([
    {
      scope: 'store/product/updated',
      data: { type: 'product', id: 1001, properties: ['warranty'], context: { channel_id: 2, locale: 'fr' } },
    },
  ]);
});

describe('a hook gets events of scopes with and without a slash', () => {
  test.each([
    ['store/priceList/updated', 'store/priceList/updated/', true],
    ['store/priceList/updated/', 'store/priceList/updated/', true],
    ['store/priceList/updated/', 'store/priceList/updated', true],
    ['store/priceList/record/updated', 'store/priceList/records/updated/', false],
    ['store/priceList/*', 'store/priceList/record/updated/', true],
  ])('registered for %s, raised as %s', (registered, scope, covered) => {
    expect(covers(registered, scope)).toBe(covered);
  });
});
