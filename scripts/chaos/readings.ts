import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { product, productList } from '../../contracts/rest/products';
import type { Randomness } from '../../tests/support/randomness';
import type { ExpectedCatalog } from '../../tests/support/shops/expected-catalog';

/** A request of a shopper, so its response may be in an instance's response cache. */
export interface Reading {
  kind: 'list' | 'product' | 'taxonomy';
  /** The path below the API's address. */
  path: string;
}

const byPrice = '/products?per_page=100&orderby=price&order=asc';
const inStock = '/products?per_page=100&in_stock=true';
const lists = ['/products?per_page=100', '/products?per_page=100', byPrice, inStock];
const api = '/api/commerce-bridge/v1';
const current = z.looseObject({ calculated_price: z.number() });

/** Half of them are products; most of the rest are lists with all products. */
export function drawReading(random: Randomness, slugs: readonly string[]): Reading {
  const drawn = random.below(24);
  if (drawn < 12) return { kind: 'product', path: `/products/${random.pick(slugs)}` };
  if (drawn < 22) return { kind: 'list', path: `${random.pick(lists)}&page=${1 + random.below(2)}` };
  return { kind: 'taxonomy', path: drawn === 22 ? '/brands' : '/collections' };
}

/**
 * Where an instance's responses to those readings differ from the store's state. Other responses are compared with its
 * whole catalog elsewhere.
 */
export async function differencesInReadings(
  url: string,
  { expected, slugs }: { expected: ExpectedCatalog; slugs: readonly string[] },
): Promise<string[]> {
  const [sorted, available] = [await readIds(url, byPrice), await readIds(url, inStock)];
  const prices = sorted.map(
    (id) => current.parse(expected.included.get(id) ?? { calculated_price: NaN }).calculated_price,
  );
  const all = [...expected.listItems.values()];
  const differences = [
    ...(prices.some((price, place) => !(price >= (prices[place - 1] ?? 0))) ? ['the list by price is not sorted'] : []),
    ...differenceOfIds('the list by price', sorted, all),
    ...differenceOfIds(
      'the list of what is in stock',
      available,
      all.filter(({ in_stock }) => in_stock === true),
    ),
  ];
  const bySlug = new Map(all.map(({ id, slug }) => [slug, id]));
  for (const slug of slugs) {
    const id = bySlug.get(slug);
    const response = await fetch(`${url}${api}/products/${slug}`, { redirect: 'manual' });
    if (id === undefined) {
      await response.body?.cancel();
      if (![301, 404].includes(response.status))
        differences.push(`/products/${slug} is ${response.status}, but nobody's`);
      continue;
    }
    const shown = product.safeParse(await response.json());
    if (!isDeepStrictEqual(shown.data, expected.details.get(id)))
      differences.push(`/products/${slug} is ${JSON.stringify(shown.data ?? response.status)}`);
  }
  return differences;
}

async function readIds(url: string, path: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await fetch(`${url}${api}${path}&page=${page}`);
    const list = productList.parse(await response.json());
    ids.push(...list.products.map(({ id }) => id));
    pages = list.pages;
  }
  return ids;
}

function differenceOfIds(what: string, found: readonly number[], wanted: readonly { id: number }[]): string[] {
  const [one, other] = [[...found].sort((a, b) => a - b), wanted.map(({ id }) => id).sort((a, b) => a - b)];
  return isDeepStrictEqual(one, other) ? [] : [`${what} has ${one.join(' ')} instead of ${other.join(' ')}`];
}
