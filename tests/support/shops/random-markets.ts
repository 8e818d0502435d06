import type { Market } from '../../../server/src/markets/market-parts';
import type { SimulatedStore } from '../../../simulator/src/catalog/store';
import type { FaultRequest } from '../../../simulator/src/faults';
import type { Randomness } from '../randomness';

/** The channels of the generated store. */
export const channels = [1, 3, 4];
// This channel has no categories.
const treeless = 4;
// A group that may not see all categories; its markets show them nevertheless (docs/markets.md). Guests are never in
// it: the storefront sends no texts of what they do not see.
const closed = 'Closed';
const currencies = ['USD', 'EUR', 'JPY'];
// Amounts whose halves, tenths, and doubles are whole cents, so that the rule for halves of a cent does not matter.
const amount = (random: Randomness) => (1 + random.below(500)) / 5;

/** Gives a store channels, currencies, groups, price lists, and products of some of them. */
export function fillWithMarkets(store: SimulatedStore, random: Randomness): void {
  const { markets } = store;
  for (const id of channels.slice(1))
    markets.channels.create({ id, name: `Channel ${id}`, ...(id !== treeless && { tree: `Tree ${id}` }) });
  for (let count = 0; count < 18; count += 1) addCategory(store, random);
  markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
  markets.currencies.create({ currency_code: 'JPY', rate: 2 });
  for (const name of ['Wholesale', 'Friends', 'Guests', closed]) markets.groups.create({ name });
  for (const name of ['A', 'B', 'C', 'D']) markets.priceLists.create({ name });
  // Always sold, so that no channel is ever empty.
  store.products.create({ name: 'Anchor', price: 10, channels });
  for (let count = 0; count < 12; count += 1) addProduct(store, random);
  const [forChannel, forGroup, forBoth] = markets.priceLists.all();
  const { id: group } = aGuestGroup(store, random);
  for (const [list, sides] of [
    [forChannel, { customer_group_id: null, channel_id: random.pick(channels) }],
    [forGroup, { customer_group_id: group, channel_id: null }],
    [forBoth, { customer_group_id: group, channel_id: random.pick(channels) }],
  ] as const) {
    if (!list) continue;
    markets.priceLists.assign({ price_list_id: list.id, ...sides });
    for (const id of store.products.ids()) setRecords(store, random, { list: list.id, product: id });
  }
  markets.groups.configure(random.pick(channels), { guest_customer_group_id: group });
}

/** Prices in each currency for all variants, or for some. */
function setRecords(store: SimulatedStore, random: Randomness, of: { list: number; product: number }): void {
  const variants = store.products.get(of.product)?.variants ?? [];
  const records = currencies.flatMap((currency) =>
    variants.map((variant) => ({
      variant_id: variant.id,
      currency,
      price: random.below(4) === 0 ? null : amount(random),
      sale_price: random.below(3) === 0 ? amount(random) : null,
    })),
  );
  store.markets.priceLists.setRecords(
    of.list,
    records.filter(() => random.below(3) > 0),
  );
}

function addProduct(store: SimulatedStore, random: Randomness): void {
  const sizes = random.below(2) === 0 ? [] : ['S', 'M', 'L'].slice(0, 1 + random.below(3));
  store.products.create({
    name: `${random.pick(['Product', 'product', 'Éproduct', 'éproduct', 'Zproduct'])} ${random.hex(8)}`,
    price: amount(random),
    sale_price: random.below(4) === 0 ? amount(random) : 0,
    channels: channels.filter(() => random.below(3) > 0),
    categories: store.categories
      .all()
      .map(({ id }) => id)
      .filter(() => random.below(3) === 0),
    variants: sizes.map((size) => ({
      options: { Size: size },
      ...(random.below(2) === 0 && { price: amount(random) }),
    })),
  });
}

/**
 * A category in one of the trees, at the top or below another one. Some claim the same slug, and some have the same
 * position.
 */
function addCategory(store: SimulatedStore, random: Randomness): void {
  const { id: tree } = random.pick([...store.state.trees.values()]);
  const above = store.categories.all().filter(({ tree_id: other }) => other === tree);
  store.categories.create({
    name: `Category ${random.hex(8)}`,
    tree_id: tree,
    parent_id: above.length > 0 && random.below(2) === 0 ? random.pick(above).id : 0,
    sort_order: random.below(3),
    is_visible: random.below(3) > 0,
    description: `<p>About ${random.hex(8)}</p>`,
    url: { path: `/${random.hex(8)}/${random.pick(['pots', 'pans', 'cups'])}/`, is_customized: true },
  });
}

/** An edit that a merchant makes in the store. */
type Edit = (store: SimulatedStore, random: Randomness) => void;

const aProduct = (store: SimulatedStore, random: Randomness) => random.pick(store.products.ids().slice(1));
const aList = ({ markets }: SimulatedStore, random: Randomness) => random.pick(markets.priceLists.all());
const aGroup = ({ markets }: SimulatedStore, random: Randomness) => random.pick(markets.groups.all());
const aGuestGroup = ({ markets }: SimulatedStore, random: Randomness) =>
  random.pick(markets.groups.all().filter(({ name }) => name !== closed));

/** Edits that affect the store's markets. */
export const marketEdits: readonly Edit[] = [
  addProduct,
  addCategory,
  (store, random) => {
    const categories = store.categories.all();
    if (categories.length > 0) store.categories.update(random.pick(categories).id, { sort_order: random.below(3) });
  },
  (store, random) => store.products.delete(aProduct(store, random)),
  (store, random) =>
    void store.products.update(aProduct(store, random), {
      related_products: random.below(3) === 0 ? [-1] : [aProduct(store, random), aProduct(store, random)],
    }),
  (store, random) => void store.products.assign(aProduct(store, random), random.pick(channels)),
  (store, random) => void store.products.unassign(aProduct(store, random), random.pick(channels)),
  (store, random) => void store.products.update(aProduct(store, random), { price: amount(random) }),
  (store, random) => setRecords(store, random, { list: aList(store, random).id, product: aProduct(store, random) }),
  (store, random) => {
    const list = aList(store, random);
    const record = store.markets.priceLists.records(list.id).at(0);
    if (record)
      store.markets.priceLists.deleteRecord(list.id, { variantId: record.variant_id, currency: record.currency });
  },
  (store, random) => void store.markets.priceLists.update(aList(store, random).id, { active: random.below(4) > 0 }),
  (store, random) =>
    void store.markets.priceLists.update(aList(store, random).id, {
      prices_entered_with_tax: random.below(3) === 0 ? true : null,
    }),
  (store, random) => {
    const { priceLists } = store.markets;
    const sides = {
      customer_group_id: random.below(2) === 0 ? aGroup(store, random).id : null,
      channel_id: random.below(2) === 0 ? random.pick(channels) : null,
    };
    const isTaken = priceLists
      .assignments()
      .some((each) => each.customer_group_id === sides.customer_group_id && each.channel_id === sides.channel_id);
    // With two lists for the same shoppers, it is not documented which one wins.
    if (!isTaken && (sides.customer_group_id !== null || sides.channel_id !== null))
      priceLists.assign({ price_list_id: aList(store, random).id, ...sides });
  },
  (store, random) => {
    const assignment = store.markets.priceLists.assignments().at(0);
    if (assignment && random.below(2) === 0) store.markets.priceLists.unassign(assignment.id);
  },
  (store, random) =>
    void store.markets.groups.update(aGroup(store, random).id, {
      discount_rules:
        [
          [],
          [{ type: 'all' as const, method: 'percent' as const, amount: 10 }],
          [{ type: 'product' as const, method: 'price' as const, amount: 3, product_id: aProduct(store, random) }],
          [{ type: 'price_list' as const, price_list_id: aList(store, random).id }],
        ][random.below(4)] ?? [],
    }),
  (store, random) =>
    store.markets.groups.configure(random.pick(channels), {
      guest_customer_group_id: random.below(2) === 0 ? aGuestGroup(store, random).id : null,
    }),
  (store, random) => {
    const groups = store.markets.groups.all().filter(({ name }) => name === closed);
    const categories = store.categories.all().map(({ id }) => id);
    const access = random.pick([
      { type: 'all' as const },
      { type: 'none' as const },
      { type: 'specific' as const, categories: categories.filter(() => random.below(2) === 0) },
    ]);
    for (const { id } of groups) store.markets.groups.update(id, { category_access: access });
  },
];

/** Gives every channel a second language, and translates some of its texts. */
export function addFrench(store: SimulatedStore, random: Randomness): void {
  for (const id of channels) store.markets.locales.set(id, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  for (let count = 0; count < 40; count += 1) nameInFrench(store, random);
}

/** Translates a name into French on one channel, or removes it; only products send a webhook. */
export function nameInFrench(store: SimulatedStore, random: Randomness): void {
  const [kind, ids, names] = random.pick([
    ['product', store.products.ids().slice(1), ['Produit', 'éproduit', 'Zproduit']],
    ['product', store.products.ids().slice(1), ['PRODUIT', 'Éproduit', 'produit']],
    ['category', store.categories.all().map(({ id }) => id), ['Rayon']],
    ['brand', store.brands.all().map(({ id }) => id), ['Marque']],
  ] as const);
  if (ids.length === 0) return;
  const texts = random.below(4) === 0 ? { name: null, path: null } : textsInFrench(random, names);
  const place = { kind, id: random.pick(ids), channelId: random.pick(channels), locale: 'fr' };
  store.markets.locales.translate(place, texts);
}

/** Some claim the same slug. */
function textsInFrench(random: Randomness, names: readonly string[]): { name?: string; path?: string } {
  const path = `/${random.hex(8)}/${random.pick(['pots-de-gres', 'tasses', random.hex(8)])}/`;
  const name = `${random.pick(names)} ${random.hex(8)}`;
  return random.pick([{ name }, { path }, { name, path }]);
}

/** Faults of the requests that are made meanwhile. */
export const marketFaults: readonly FaultRequest[] = [
  { kind: 'rate-limit', resetMilliseconds: 5 },
  { kind: 'overload' },
  { kind: 'truncate' },
  { kind: 'reset' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 422, method: 'POST', path: '/v3/pricing/products' },
];

/** Markets of this store, some of which share a channel, a currency, or a group. */
export function randomMarkets(store: SimulatedStore, random: Randomness): Market[] {
  return Array.from({ length: 6 }, (_, place) => ({
    key: `market-${place}`,
    channelId: random.pick(channels),
    currency: random.pick(currencies),
    locale: null,
    customerGroupId: random.below(2) === 0 ? null : aGroup(store, random).id,
  }));
}
