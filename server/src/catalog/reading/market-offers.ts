import { z } from 'zod';
import { type Database, toNumber } from '../../database/database';
import { parseStored } from '../../database/parse-stored';
import { tables as ownTables } from '../../database/tables';
import type { MarketProductDetails, MarketProductRecord, MarketSide } from '../model/market-reader';
import type { ProductDetails, ProductRecord } from '../model/product-reader';

/** A market's prices for a product that it sells; null where there is none. */
export interface MarketOffer {
  price: number | null;
  /** What is charged. */
  calculatedPrice: number | null;
  /** The price of each variant with options, by its id. */
  variants: ReadonlyMap<number, number | null>;
}

const storedVariants = z.array(z.object({ id: z.number(), price: z.number().nullable() }));

/** The offers for the products that the market sells, in one statement; without a row of prices, prices are null. */
export async function readOffers(
  database: Database,
  { membershipId, pricesId }: MarketSide,
  ids: readonly number[],
): Promise<Map<number, MarketOffer>> {
  if (ids.length === 0) return new Map();
  const rows = await database({ member: ownTables.marketMembers })
    .leftJoin({ priced: ownTables.marketPrices }, (join) => {
      join.on('priced.product_id', 'member.product_id').andOnVal('priced.part_id', pricesId);
    })
    .where('member.part_id', membershipId)
    .whereIn('member.product_id', [...ids])
    .select('member.product_id', 'priced.price', 'priced.calculated_price', 'priced.variants');
  return new Map(rows.map((row) => [toNumber(row.product_id), offerOf(row)]));
}

function offerOf(row: Record<string, unknown>): MarketOffer {
  const variants = parseStored(storedVariants, row.variants ?? '[]') ?? [];
  return {
    price: amountOf(row.price),
    calculatedPrice: amountOf(row.calculated_price),
    variants: new Map(variants.map(({ id, price }) => [id, price])),
  };
}

/** Null where there is none. */
export const amountOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

/**
 * The product at the market's prices. A charge that differs from the regular price is the sale price, whether due to a
 * sale or a group discount. A product without a price cannot be bought there, so it is disabled and not in stock.
 */
export function atOffer({ details, ...record }: ProductRecord, offer: MarketOffer): MarketProductRecord {
  return { ...record, ...pricedAt(offer, record), details: details && detailsAt(details, offer) };
}

/** The fields of a product that the market determines. */
export function pricedAt(
  offer: Pick<MarketOffer, 'price' | 'calculatedPrice'>,
  { inStock, availability }: Pick<ProductRecord, 'inStock' | 'availability'>,
): Pick<MarketProductRecord, 'price' | 'salePrice' | 'calculatedPrice' | 'inStock' | 'availability'> {
  const isSold = offer.calculatedPrice !== null;
  return { ...pricesAt(offer), inStock: isSold && inStock, availability: isSold ? availability : 'disabled' };
}

/** The prices among these fields. */
export function pricesAt({
  price,
  calculatedPrice,
}: Pick<MarketOffer, 'price' | 'calculatedPrice'>): Pick<
  MarketProductRecord,
  'price' | 'salePrice' | 'calculatedPrice'
> {
  return {
    price: calculatedPrice === null ? null : (price ?? calculatedPrice),
    salePrice: price !== null && price !== calculatedPrice ? calculatedPrice : null,
    calculatedPrice,
  };
}

function detailsAt(
  details: ProductDetails,
  { calculatedPrice, variants: prices }: Pick<MarketOffer, 'calculatedPrice' | 'variants'>,
): MarketProductDetails {
  const variants = details.variants.map((variant) => {
    // Without options, the only variant is the product itself.
    const price = variant.options.length === 0 ? calculatedPrice : (prices.get(variant.id) ?? null);
    if (price !== null) return { ...variant, price };
    return { ...variant, price, inStock: false, isPurchaseDisabled: true as const };
  });
  return { ...details, variants };
}
