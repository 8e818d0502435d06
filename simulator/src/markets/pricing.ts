import type { Product, Variant } from '../catalog/product-model';
import type { CatalogState } from '../catalog/state';
import type { Currency, PriceRecord } from './model';
import type { GroupEdits } from './group-edits';
import { chooseSource, type PriceSource, type Shopper } from './price-choice';
import type { PriceListEdits } from './price-list-edits';
import { quoteOf, type CatalogPrices, type Quote } from './quote';

/** A shopper, with the channel and the currency they shop in. */
export interface Situation {
  readonly channelId: number;
  readonly currency: Pick<Currency, 'currency_code' | 'rate' | 'decimal_places'>;
  readonly shopper: Shopper;
}

/** A variant's prices in the store's price lists; the storefront caches them for a while. */
export interface ListPrices {
  readonly source: PriceSource;
  readonly record: PriceRecord | undefined;
}

export type LookUp = (situation: Situation, variantId: number | undefined) => ListPrices;

/** A value chosen for an option or a modifier. */
export interface Choice {
  readonly option_id: number;
  readonly value_id: number;
}

/** The store's current prices. */
export class Pricing {
  constructor(
    private readonly state: CatalogState,
    private readonly markets: { readonly groups: GroupEdits; readonly priceLists: PriceListEdits },
  ) {}

  /** The shopper with this group; null: a guest, 0: catalog prices. Undefined for an unknown group. */
  shopperOf(groupId: number | null, channelId: number): Shopper | undefined {
    if (groupId === 0) return { kind: 'plain' };
    const { groups } = this.markets;
    const group = groupId === null ? groups.guestGroupOf(channelId) : groups.get(groupId);
    return group === undefined ? undefined : { kind: 'guest or member', group };
  }

  readonly lookUp: LookUp = (situation, variantId) => {
    const { priceLists } = this.markets;
    const known = { lists: priceLists.all(), assignments: priceLists.assignments() };
    const source = chooseSource(known, situation.shopper, situation.channelId);
    const record =
      source.kind === 'list' && variantId !== undefined
        ? priceLists.record(source.list.id, { variantId, currency: situation.currency.currency_code })
        : undefined;
    return { source, record: record && structuredClone(record) };
  };

  /** A product with variants has no record itself: without a variant it has its catalog price (upstream 20.3). */
  quote(
    of: { product: Product; variant?: Variant | undefined; choices?: readonly Choice[] },
    situation: Situation,
    lookUp: LookUp = this.lookUp,
  ): Quote {
    const { product, choices = [] } = of;
    const variant = of.variant ?? (product.options.length === 0 ? product.variants[0] : undefined);
    const found = lookUp(situation, variant?.id);
    // Only variants have records, and the list's flag only applies to variants: the product itself has its catalog
    // price.
    const source: PriceSource = variant || found.source.kind !== 'list' ? found.source : { kind: 'catalog' };
    return quoteOf({
      catalog: catalogPrices(product, variant),
      product: { id: product.id, categories: product.fields.categories },
      source,
      record: found.record,
      currency: situation.currency,
      adjustment: adjustmentOf(product, choices),
    });
  }

  /** The variant that the choices identify, for products with options. */
  variantOf(product: Product, choices: readonly Choice[]): Variant | undefined {
    if (product.options.length === 0) return product.variants[0];
    return product.variants.find((variant) =>
      variant.option_values.every((value) =>
        choices.some((choice) => choice.option_id === value.option_id && choice.value_id === value.id),
      ),
    );
  }

  product(id: number): Product | undefined {
    return this.state.product(id);
  }
}

/** A variant's own price comes before the product's sale (upstream 2.4). */
function catalogPrices(product: Product, variant: Variant | undefined): CatalogPrices {
  const { fields } = product;
  const own = product.options.length === 0 ? undefined : variant;
  const productSale = own?.price == null ? fields.sale_price : 0;
  return {
    price: own?.price ?? fields.price,
    salePrice: own?.sale_price || productSale || null,
    retailPrice: (own?.retail_price ?? fields.retail_price) || null,
    mapPrice: (own?.map_price ?? fields.map_price) || null,
    bulk: product.bulkPricingRules.map(({ type, amount, quantity_min, quantity_max }) => ({
      type,
      amount,
      quantity_min,
      quantity_max: quantity_max === 0 ? null : quantity_max,
    })),
  };
}

/** What the chosen values of modifiers add; percentages are of the product's price. */
function adjustmentOf(product: Product, choices: readonly Choice[]): number {
  const values = product.modifiers.flatMap((modifier) =>
    modifier.option_values.filter((value) =>
      choices.some((choice) => choice.option_id === modifier.id && choice.value_id === value.id),
    ),
  );
  return values.reduce((sum, value) => {
    const price = value.adjusters.price;
    if (!price) return sum;
    if (price.adjuster === 'percentage') return sum + (product.fields.price * price.adjuster_value) / 100;
    return price.adjuster === 'relative' ? sum + price.adjuster_value : sum;
  }, 0);
}
