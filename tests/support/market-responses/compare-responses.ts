import { expect } from 'vitest';
import { z } from 'zod';
import { brand, brandList } from '../../../contracts/rest/brands';
import { collectionList } from '../../../contracts/rest/collections';
import { product, productList, relatedProducts } from '../../../contracts/rest/products';
import type { Market } from '../../../server/src/markets/market-parts';
import type { Simulator } from '../../../simulator/src/server';
import type { BootedSite } from '../sites/boot-site';
import { compareCollections } from './compare-collections';
import type { Compared } from './compared';
import { compareFacets } from './compare-facets';
import { expectedResponses, type ExpectedOffer } from './expected-responses';
import { expectedRelated } from './expected-related';
import { inOrderOfPrice, inOrderOfTitle, type TitleOrder } from './orders';

/**
 * Compares everything that the public API returns in each of these markets with the responses of an independent model.
 */
export async function expectRightResponses(
  {
    site,
    simulator,
    token,
    titleOrder,
  }: { site: Pick<BootedSite, 'rest'>; simulator: Simulator; token: string; titleOrder: TitleOrder },
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
    const { collections } = await read('/collections', collectionList);
    const collectionIds = new Map(collections.map(({ id, slug }) => [slug, id]));
    expect(collectionIds.size).toBe(collections.length);
    const expected = await expectedResponses(simulator, market);
    const compared = { market, expected, titleOrder, collectionIds, plain: plainIn(market), read };
    await compareLists(compared);
    await compareProducts(compared);
    await compareBrands(compared);
    await compareCollections(compared);
    await compareFacets(compared);
  }
}

async function compareLists(compared: Compared): Promise<void> {
  const { market, expected, titleOrder, read, plain } = compared;
  const { offers } = expected;
  const list = (query: string) => read(`/products?per_page=100${query}`, productList);
  const all = await list('');
  expect(byId(all.products.map((item) => plain(withCollectionIds(compared, item)))), JSON.stringify(market)).toEqual(
    byId(offers.map(({ item }) => plain(item))),
  );
  expect(new Set(all.products.map(({ slug }) => slug)).size).toBe(all.products.length);
  expect(all.total).toBe(offers.length);

  for (const direction of ['asc', 'desc'] as const) {
    const { products } = await list(`&orderby=price&order=${direction}`);
    const ordered = inOrderOfPrice(offers, direction);
    const prices = JSON.stringify([market, ordered.map(({ id, charged }) => [id, charged])]);
    expect(idsOf(products), prices).toEqual(idsOf(ordered));
    const byTitle = inOrderOfTitle(offers, titleOrder);
    expect(idsOf((await list(`&orderby=title&order=${direction}`)).products)).toEqual(
      direction === 'asc' ? byTitle : byTitle.reverse(),
    );
  }

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

async function compareProducts(compared: Compared): Promise<void> {
  const { market, expected, read, plain, collectionIds } = compared;
  const { products } = await read('/products?per_page=100', productList);
  for (const offer of expected.offers) {
    const slug = encodeURIComponent(products.find(({ id }) => id === offer.id)?.slug ?? '');
    const { breadcrumbs, ...shown } = await read(`/products/${slug}?include=calculated_price,breadcrumbs`, product);
    expect(plain(withCollectionIds(compared, shown)), JSON.stringify(market)).toEqual(plain(offer.detail));
    expect(breadcrumbs?.map((step) => [step.id, collectionIds.get(step.slug)])).toEqual(
      offer.way.map((id) => [id, id]),
    );
    const related = await read(`/products/${slug}/related?per_page=20`, relatedProducts);
    expect([offer.id, idsOf(related.products)]).toEqual([offer.id, expectedRelated(offer, expected.offers)]);
  }
}

/** The item with the ids of its categories instead of their slugs, which are compared once. */
function withCollectionIds(
  { collectionIds }: Compared,
  item: { id: number; categories: string[] },
): { id: number; categories: unknown[] } {
  return { ...item, categories: item.categories.map((slug) => collectionIds.get(slug) ?? slug) };
}

/**
 * In French, when two products claim a slug, which one gets it depends on the order in which their texts were read: all
 * forms of the slug count as the same. In other markets, nothing is changed.
 */
function plainIn({ locale }: Market): Compared['plain'] {
  if (locale !== 'fr') return (item) => item;
  return (item) => {
    const { id, slug, permalink } = z
      .looseObject({ id: z.number(), slug: z.string(), permalink: z.string().optional() })
      .parse(item);
    const claimed = (text: string) => text.replace(new RegExp(`(-${id})+$`), '');
    return { ...item, slug: claimed(slug), ...(permalink !== undefined && { permalink: claimed(permalink) }) };
  };
}

async function compareBrands({ expected: { offers, brands }, titleOrder, read, plain }: Compared): Promise<void> {
  const listed = (await read('/brands', brandList)).brands;
  expect(byId(listed.map(plain))).toEqual(byId(brands.map(plain)));
  for (const { id, product_count: count } of listed) {
    const one = await read(`/brands/${id}`, brand);
    const sold = offers.filter(({ brandId }) => brandId === id);
    expect([one.total, count, idsOf(one.products)]).toEqual([
      sold.length,
      sold.length,
      inOrderOfTitle(sold, titleOrder),
    ]);
  }
}

const idsOf = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

function byId(items: readonly object[]): Record<string, object> {
  return Object.fromEntries(items.map((item) => [String(z.looseObject({ id: z.number() }).parse(item).id), item]));
}
