import type { SimulatedStore } from '../../../simulator/src/catalog/store';

/** Gives a simulated store one of everything that belongs to markets, to test the responses about them. */
export function fillMarkets(store: SimulatedStore): void {
  const { channels, currencies, groups, listings, metafields, priceLists } = store.markets;
  const product = store.products.ids()[0] ?? 0;
  channels.create({ id: 9, name: 'Abroad', tree: 'Abroad' });
  listings.create({ channel_id: 9, product_id: 1001, variants: [] });
  channels.setSite(1, { routes: [{ id: 1, type: 'product', matching: '*', route: '/{slug}' }] });
  currencies.create({ currency_code: 'EUR', rate: 0.9 });
  channels.setCurrencies(9, { enabled_currencies: ['USD', 'EUR'], default_currency: 'EUR' });
  const group = groups.create({
    name: 'Wholesale',
    discount_rules: [{ type: 'all', method: 'percent', amount: 5 }],
  });
  groups.settings.default_customer_group_id = group.id;
  groups.settings.guest_customer_group_id = group.id;
  const list = priceLists.create({ name: 'Wholesale' }).id;
  const variant = store.products.get(product)?.variants[0]?.id ?? 0;
  priceLists.setRecord(list, {
    variant_id: variant,
    currency: 'EUR',
    price: 5,
    sale_price: 4,
    retail_price: 6,
    map_price: 3,
    bulk_pricing_tiers: [{ quantity_min: 5, quantity_max: null, type: 'percent', amount: 10 }],
  });
  priceLists.assign({ price_list_id: list, customer_group_id: group.id, channel_id: 9 });
  groups.configure(9, { guest_customer_group_id: group.id, default_customer_group_id: group.id });
  metafields.create({ resource_type: 'product', resource_id: product, namespace: 'care', key: 'wash', value: '30' });
  store.modifiers.create(product, {
    display_name: 'Wrapping',
    type: 'dropdown',
    option_values: [
      { label: 'None', is_default: true },
      { label: 'Box', adjusters: { price: { adjuster: 'relative', adjuster_value: 2 } } },
    ],
  });
}
