import { expect } from 'vitest';
import type { z } from 'zod';
import { facets } from '../../../contracts/rest/facets';
import type { ExpectedResponses, ExpectedOffer } from './expected-responses';

interface ComparedFacets {
  expected: ExpectedResponses;
  /** GETs a path in the market, and parses the response. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
}

/** Compares the facets of a market, of all its products and of those that match two filters. */
export async function compareFacets({ expected: { offers, collections }, read }: ComparedFacets): Promise<void> {
  const all = await read('/facets', facets);
  expect(countsOf(all)).toEqual({ ...countsIn(offers), brands: brandsOf(offers), price: rangeOf(offers) });
  const counted = collections.map(({ id }) => ({
    id,
    count: offers.filter(({ collectionIds }) => collectionIds.includes(id)).length,
  }));
  expect(byId(all.collections)).toEqual(byId(counted.filter(({ count }) => count > 0)));

  const [chosen] = offers.flatMap(({ brandId }) => brandId ?? []);
  const limit = rangeOf(offers)?.max;
  if (chosen === undefined || limit === undefined) return;
  const [ofBrand, below] = [
    offers.filter(({ brandId }) => brandId === chosen),
    offers.filter(({ charged }) => charged !== null && charged <= limit - 1),
  ];
  expect(countsOf(await read(`/facets?brand=${chosen}&max_price=${limit - 1}`, facets))).toEqual({
    ...countsIn(ofBrand.filter((offer) => below.includes(offer))),
    brands: brandsOf(below),
    price: rangeOf(ofBrand),
  });
}

function countsOf({ total, stock, on_sale, price, brands }: z.infer<typeof facets>) {
  return { total, stock, on_sale, price, brands: byId(brands) };
}

function countsIn(offers: readonly ExpectedOffer[]) {
  const inStock = offers.filter((offer) => offer.inStock).length;
  return {
    total: offers.length,
    stock: { in_stock: inStock, out_of_stock: offers.length - inStock },
    on_sale: offers.filter(({ isOnSale }) => isOnSale).length,
  };
}

function brandsOf(offers: readonly ExpectedOffer[]): Record<number, number> {
  const ids = offers.flatMap(({ brandId }) => brandId ?? []);
  return byId(ids.map((id) => ({ id, count: ids.filter((other) => other === id).length })));
}

function rangeOf(offers: readonly ExpectedOffer[]): { min: number; max: number } | null {
  const prices = offers.flatMap(({ charged }) => charged ?? []);
  return prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) };
}

function byId(counted: readonly { id: number; count: number }[]): Record<number, number> {
  return Object.fromEntries(counted.map(({ id, count }) => [id, count]));
}
