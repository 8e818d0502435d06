import { expect } from 'vitest';
import { z } from 'zod';
import { brand, brandList } from '../../../contracts/rest/brands';
import { collection, collectionList } from '../../../contracts/rest/collections';
import { product, productList } from '../../../contracts/rest/products';
import type { Market } from '../../../server/src/markets/market-parts';
import type { Simulator } from '../../../simulator/src/server';
import type { BootedSite } from '../sites/boot-site';
import { compareFacets } from './compare-facets';
import { type ExpectedAnswers, expectedAnswers, type ExpectedOffer } from './expected-answers';

/** One market of a site that is compared. */
interface Compared {
  market: Market;
  expected: ExpectedAnswers;
  /** GETs it in the market, and parses it. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
}

/** Compares everything that the public API says in each of these markets with what an independent model says. */
export async function expectRightAnswers(
  { site, simulator, token }: { site: Pick<BootedSite, 'rest'>; simulator: Simulator; token: string },
  markets: readonly Market[],
): Promise<void> {
  for (const market of markets) {
    const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
      const address = `${path}${path.includes('?') ? '&' : '?'}market=${market.key}`;
      const response = await site.rest(address, { headers: { authorization: `Bearer ${token}` } });
      const body: unknown = await response.json();
      if (response.status !== 200) throw new Error(`${address} returned ${response.status}: ${JSON.stringify(body)}`);
      return schema.parse(body);
    };
    const compared = { market, expected: await expectedAnswers(simulator, market), read };
    await compareLists(compared);
    await compareProducts(compared);
    await compareTaxonomy(compared);
    await compareFacets(compared);
  }
}

async function compareLists({ market, expected: { offers }, read }: Compared): Promise<void> {
  const list = (query: string) => read(`/products?per_page=100${query}`, productList);
  const all = await list('');
  const claimed = claims(market);
  expect(byId(all.products.map(claimed)), JSON.stringify(market)).toEqual(
    byId(offers.map(({ item }) => claimed(item))),
  );
  expect(new Set(all.products.map(({ slug }) => slug)).size).toBe(all.products.length);
  expect(all.total).toBe(offers.length);

  for (const direction of ['asc', 'desc'] as const)
    expect(idsOf((await list(`&orderby=price&order=${direction}`)).products)).toEqual(
      idsOf(inOrderOfPrice(offers, direction)),
    );

  const known = offers.flatMap(({ charged }) => charged ?? []).sort((a, b) => a - b);
  const limit = known[Math.floor(known.length / 2)] ?? 1;
  const filters: [string, (offer: ExpectedOffer) => boolean][] = [
    [`min_price=${limit}`, ({ charged }) => charged !== null && charged >= limit],
    [`max_price=${limit}`, ({ charged }) => charged !== null && charged <= limit],
    ['on_sale=true', ({ isOnSale }) => isOnSale],
    ['on_sale=false', ({ isOnSale }) => !isOnSale],
    ['in_stock=true', ({ inStock }) => inStock],
    ['in_stock=false', ({ inStock }) => !inStock],
    ['search=produ', ({ isFoundBy }) => isFoundBy('produ')],
    ['search=Produit', ({ isFoundBy }) => isFoundBy('produit')],
    ['search=product&in_stock=true', ({ isFoundBy, inStock }) => isFoundBy('product') && inStock],
  ];
  for (const [filter, isMatch] of filters) {
    const { products, total } = await list(`&${filter}`);
    const ids = idsOf(offers.filter(isMatch));
    expect([filter, sorted(idsOf(products)), total]).toEqual([filter, sorted(ids), ids.length]);
  }
}

async function compareProducts({ market, expected: { offers }, read }: Compared): Promise<void> {
  const { products } = await read('/products?per_page=100', productList);
  const claimed = claims(market);
  for (const { id, detail } of offers) {
    const slug = products.find((each) => each.id === id)?.slug ?? '';
    const shown = await read(`/products/${encodeURIComponent(slug)}?include=calculated_price`, product);
    expect(claimed(shown), JSON.stringify(market)).toEqual(claimed(detail));
  }
}

/**
 * In another language, who has a slug that two claim depends on whose texts the storefront has ever shown: both forms of it are the same.
 * Elsewhere, nothing is changed.
 */
function claims({ locale }: Market): (item: object) => object {
  if (locale !== 'fr') return (item) => item;
  return (item) => {
    const { id, slug, permalink } = z
      .looseObject({ id: z.number(), slug: z.string(), permalink: z.string().optional() })
      .parse(item);
    const plain = (text: string) => (text.endsWith(`-${id}`) ? text.slice(0, -`-${id}`.length) : text);
    return { ...item, slug: plain(slug), ...(permalink !== undefined && { permalink: plain(permalink) }) };
  };
}

async function compareTaxonomy({ expected: { offers, brands, collections }, read }: Compared): Promise<void> {
  const listed = (await read('/brands', brandList)).brands;
  expect(byId(listed)).toEqual(byId(brands));
  for (const { id, product_count: count } of listed) {
    const one = await read(`/brands/${id}`, brand);
    const ids = idsOf(offers.filter(({ brandId }) => brandId === id));
    expect([one.total, count, sorted(idsOf(one.products))]).toEqual([ids.length, ids.length, sorted(ids)]);
  }
  if (!collections) return;
  const found = (await read('/collections', collectionList)).collections;
  expect(byId(found)).toEqual(byId(collections));
  for (const { slug, product_count: count } of found)
    expect((await read(`/collections/${encodeURIComponent(slug)}`, collection)).product_count).toBe(count);
}

/** What has no price is last in both. */
function inOrderOfPrice(offers: readonly ExpectedOffer[], direction: 'asc' | 'desc'): ExpectedOffer[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...offers].sort((a, b) => {
    if ((a.charged === null) !== (b.charged === null)) return a.charged === null ? 1 : -1;
    return sign * ((a.charged ?? 0) - (b.charged ?? 0) || a.id - b.id);
  });
}

const idsOf = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

function byId(items: readonly object[]): Record<string, object> {
  return Object.fromEntries(items.map((item) => [String(z.looseObject({ id: z.number() }).parse(item).id), item]));
}
