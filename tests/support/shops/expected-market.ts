import type { ProductPrices } from '../../../server/src/markets/knex-prices';
import type { Market } from '../../../server/src/markets/market-parts';
import type { Product, Variant } from '../../../simulator/src/catalog/product-model';
import type { SimulatedStore } from '../../../simulator/src/catalog/store';
import type { CustomerGroup, PriceList } from '../../../simulator/src/markets/model';

/** The products that a market sells: those assigned to its channel (upstream 20.1). */
export function expectedMembers(store: SimulatedStore, { channelId }: Pick<Market, 'channelId'>): number[] {
  const ids = store.products.ids().filter((id) => store.products.get(id)?.channels.includes(channelId));
  return ids.sort((a, b) => a - b);
}

/** Their prices in that market, by the documented rules (upstream 20.3), without the simulator's own calculation. */
export function expectedPrices(store: SimulatedStore, market: Market): ProductPrices[] {
  return expectedMembers(store, market).flatMap((id) => {
    const product = store.products.get(id);
    return product ? [pricesOf(store, market, product)] : [];
  });
}

function pricesOf(store: SimulatedStore, market: Market, product: Product): ProductPrices {
  const hasOptions = product.options.length > 0;
  const [base] = product.variants;
  const own = amountsOf(store, market, { product, variant: hasOptions ? undefined : base });
  const variants = (hasOptions ? product.variants : []).map((variant) => ({
    id: variant.id,
    price: amountsOf(store, market, { product, variant }).calculatedPrice,
  }));
  // Shoppers buy one of the variants: where none has a price, the price of the product itself is nobody's.
  const isSold = !hasOptions || variants.some(({ price }) => price !== null);
  return { productId: product.id, ...(isSold ? own : noAmounts), variants: variants.sort((a, b) => a.id - b.id) };
}

interface Amounts {
  price: number | null;
  salePrice: number | null;
  calculatedPrice: number | null;
}

const noAmounts: Amounts = { price: null, salePrice: null, calculatedPrice: null };

function amountsOf(
  store: SimulatedStore,
  { channelId, currency, customerGroupId }: Market,
  { product, variant }: { product: Product; variant: Variant | undefined },
): Amounts {
  const { groups, priceLists, currencies } = store.markets;
  const group = customerGroupId === null ? groups.guestGroupOf(channelId) : (groups.get(customerGroupId) ?? null);
  const rate = currencies.find(currency)?.rate ?? 1;
  const own = variant?.price != null && product.options.length > 0 ? variant.price : null;
  const sale = own === null ? product.fields.sale_price || null : null;
  const price = own ?? product.fields.price;
  const converted = (amount: number | null) => (amount === null ? null : cents(amount * rate));
  const catalog: Amounts = {
    price: converted(price),
    salePrice: converted(sale),
    calculatedPrice: converted(sale ?? price),
  };

  const chosen = chosenList(store, group, channelId);
  if (chosen === 'discounts') {
    const discounted = { ...catalog, calculatedPrice: converted(discount(sale ?? price, product.id, group)) };
    return discounted;
  }
  if (chosen === null || variant === undefined) return catalog;
  const record = priceLists.record(chosen.id, { variantId: variant.id, currency });
  if (!record) return chosen.prices_entered_with_tax === null ? catalog : noAmounts;
  const isPriced = record.price !== null || record.sale_price !== null;
  return {
    price: record.price ?? catalog.price,
    salePrice: isPriced ? record.sale_price : catalog.salePrice,
    calculatedPrice: record.sale_price ?? record.price ?? catalog.calculatedPrice,
  };
}

/** At most one list: the group's on this channel, the group's, none if the group has discounts, or the channel's. */
function chosenList(
  store: SimulatedStore,
  group: CustomerGroup | null,
  channelId: number,
): PriceList | 'discounts' | null {
  const { priceLists } = store.markets;
  const active = (id: number) => priceLists.all().find((list) => list.id === id && list.active);
  const assigned = (groupId: number | null, channel: number | null) =>
    priceLists
      .all()
      .filter((list) => list.active)
      .find((list) =>
        priceLists
          .assignments()
          .some(
            (each) =>
              each.price_list_id === list.id && each.customer_group_id === groupId && each.channel_id === channel,
          ),
      );
  if (group) {
    const rule = group.discount_rules.find((each) => each.type === 'price_list');
    const list =
      assigned(group.id, channelId) ?? assigned(group.id, null) ?? (rule ? active(rule.price_list_id) : undefined);
    if (list) return list;
    if (group.discount_rules.some((each) => each.type !== 'price_list')) return 'discounts';
  }
  return assigned(null, channelId) ?? null;
}

function discount(price: number, productId: number, group: CustomerGroup | null): number {
  const rules = group?.discount_rules ?? [];
  const rule =
    rules.find((each) => each.type === 'product' && each.product_id === productId) ??
    rules.find((each) => each.type === 'all');
  if (!rule || rule.type === 'price_list') return price;
  if (rule.method === 'price') return rule.amount;
  return Math.max(0, rule.method === 'percent' ? (price * (100 - rule.amount)) / 100 : price - rule.amount);
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
