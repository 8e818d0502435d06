import type { SimulatedStore } from '../catalog/store';
import { slugify } from '../catalog/defaults';
import type { Product } from '../catalog/product-model';

/** At most this many products are sold abroad, translated, and in the price list, to save memory. */
const MOST_PRODUCTS = 500;
const EURO_RATE = 0.9;
/** The wholesale price, as a share of the catalog price. */
const WHOLESALE_SHARE = 0.7;

/** The customer who can log in to see wholesale prices. */
export const WHOLESALE_CUSTOMER = {
  firstName: 'Whitney',
  lastName: 'Example',
  email: 'wholesale@example.com',
  password: 'wholesale1',
} as const;

/** Ids of the sample data. */
export interface SampleMarkets {
  readonly channelId: number;
  readonly groupId: number;
  readonly priceListId: number;
}

/**
 * Adds a second storefront with its own catalog in two languages, two more currencies, and a wholesale group with
 * a price list. What the first storefront shows stays the same.
 */
export function addSampleMarkets(store: SimulatedStore): SampleMarkets {
  const { channels, currencies, groups, locales, priceLists } = store.markets;
  const own = store.information.currency;
  currencies.create({ currency_code: 'EUR', name: 'Euro', rate: EURO_RATE, token: '€', token_location: 'right' });
  currencies.create({ currency_code: 'GBP', name: 'Pound Sterling', rate: 0.8, token: '£' });
  const { id: channelId } = channels.create({ name: 'Europe', tree: 'Europe' });
  channels.setCurrencies(1, { enabled_currencies: [own, 'GBP'], default_currency: own });
  channels.setCurrencies(channelId, { enabled_currencies: ['EUR', 'GBP'], default_currency: 'EUR' });
  locales.set(channelId, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  const { id: groupId } = groups.create({ name: 'Wholesale' });
  const { id: priceListId } = priceLists.create({ name: 'Wholesale' });
  priceLists.assign({ price_list_id: priceListId, customer_group_id: groupId, channel_id: null });
  const products = sellAbroad(store, channelId);
  priceLists.setRecords(
    priceListId,
    products.flatMap((product) => wholesalePrices(store, product)),
  );
  return { channelId, groupId, priceListId };
}

/** Sells two of every three products in a category of the other storefront's tree. */
function sellAbroad(store: SimulatedStore, channelId: number): Product[] {
  const { categories, products, state } = store;
  const tree = [...state.trees.values()].find((each) => each.channels.includes(channelId) && each.name === 'Europe');
  const category = categories.create({ name: 'All products', tree_id: tree?.id ?? 1 }).id;
  const sold = products
    .ids()
    .filter((_, place) => place % 3 !== 2)
    .slice(0, MOST_PRODUCTS);
  return sold.flatMap((id) => {
    products.assign(id, channelId);
    products.move(id, [...(products.get(id)?.fields.categories ?? []), category]);
    const product = products.get(id);
    if (product) translate(store, product, channelId);
    return product ? [product] : [];
  });
}

/** Every other product also gets a French address; descriptions fall back. */
function translate(store: SimulatedStore, { id, fields }: Product, channelId: number): void {
  const name = `${fields.name} (français)`;
  store.markets.locales.translate(
    { kind: 'product', id, channelId, locale: 'fr' },
    { name, ...(id % 2 === 0 ? { path: `/${slugify(name)}-${id}/` } : {}) },
  );
}

function wholesalePrices(
  store: SimulatedStore,
  product: Product,
): { variant_id: number; currency: string; price: number }[] {
  return product.variants.flatMap((variant) => {
    const price = (variant.price ?? product.fields.price) * WHOLESALE_SHARE;
    const record = (currency: string, rate: number): { variant_id: number; currency: string; price: number } => ({
      variant_id: variant.id,
      currency,
      price: Math.round(price * rate * 100) / 100,
    });
    return [record(store.information.currency, 1), record('EUR', EURO_RATE)];
  });
}

/** A product of the sample catalog that can be engraved and wrapped; other catalogs stay as they are. */
export function addSampleModifiers({ products, modifiers }: SimulatedStore): void {
  const board = products
    .ids()
    .slice(0, MOST_PRODUCTS)
    .find((id) => products.get(id)?.fields.name === 'Orchard Oak Serving Board');
  if (board === undefined) return;
  modifiers.create(board, {
    display_name: 'Engraving',
    type: 'text',
    config: { text_characters_limited: true, text_max_length: 20 },
  });
  modifiers.create(board, {
    display_name: 'Wrapping',
    type: 'dropdown',
    required: false,
    option_values: [
      { label: 'None', is_default: true },
      { label: 'Gift box', adjusters: { price: { adjuster: 'relative', adjuster_value: 6 } } },
    ],
  });
}
