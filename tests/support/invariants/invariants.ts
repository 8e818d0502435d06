import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { z } from 'zod';
import { brandList } from '../../../contracts/rest/brands';
import { collectionList } from '../../../contracts/rest/collections';
import { product, productList } from '../../../contracts/rest/products';
import type { Simulator } from '../../../simulator/src/server';
import { expectedCatalog } from '../shops/expected-catalog';

const groups = 'calculated_price,inventory,brand,custom_fields';
const item = z.looseObject({ id: z.number() });

/** Descriptions of where a site's public responses differ from what upstream's state maps to; empty if nowhere. */
export async function differencesFromUpstream(url: string, simulator: Simulator): Promise<string[]> {
  const expected = await expectedCatalog(simulator, { permalink: (slug) => `${url}/products/${slug}` });
  const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema> | null> => {
    const response = await fetch(`${url}/api/commerce-bridge/v1${path}`);
    return response.status === 200 ? schema.parse(await response.json()) : null;
  };

  const first = await read('/products?per_page=100', productList);
  const listed = [...(first?.products ?? [])];
  for (let page = 2; page <= (first?.pages ?? 0); page += 1)
    listed.push(...((await read(`/products?per_page=100&page=${page}`, productList))?.products ?? []));
  const differences = [
    ...differencesBetween('product in the list', listed, [...expected.listItems.values()]),
    ...differencesBetween('brand', (await read('/brands', brandList))?.brands ?? [], expected.brands),
    ...differencesBetween(
      'collection',
      (await read('/collections', collectionList))?.collections ?? [],
      expected.collections,
    ),
  ];
  if (first?.total !== expected.listItems.size)
    differences.push(`the list says ${first?.total} products, of ${expected.listItems.size}`);
  for (const [id, details] of expected.details) {
    const slug = encodeURIComponent(String(expected.listItems.get(id)?.slug));
    const shown = await read(`/products/${slug}?include=${groups}`, product);
    differences.push(
      ...differencesBetween('product by its slug', shown ? [shown] : [], [
        { ...details, ...expected.included.get(id) },
      ]),
    );
  }
  return differences;
}

function differencesBetween(what: string, found: readonly object[], wanted: readonly object[]): string[] {
  const [shown, expected] = [byId(found), byId(wanted)];
  return [...new Set([...shown.keys(), ...expected.keys()])].flatMap((id) => {
    const [one, other] = [shown.get(id), withoutPermalink(expected.get(id))];
    return isDeepStrictEqual(withoutPermalink(one), other)
      ? []
      : [`${what} ${id} is ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`];
  });
}

const byId = (items: readonly object[]) => new Map(items.map((each) => [item.parse(each).id, each]));

// Each process has its own URL.
function withoutPermalink(each: object | undefined): object | undefined {
  if (each === undefined) return undefined;
  return Object.fromEntries(Object.entries(each).filter(([field]) => field !== 'permalink'));
}

/** Descriptions of inconsistencies between related rows; empty if there are none. */
export async function brokenInvariants(database: Knex): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['commerce_bridge_products', 'commerce_bridge_categories', 'commerce_bridge_brands']) {
    for (const column of ['slug', 'upstream_id', 'document_id']) {
      const rows: Record<string, unknown>[] = await current(database, table, column)
        .select(column)
        .count({ count: '*' })
        .groupBy(column)
        .having(database.raw('count(*)'), '>', 1);
      found.push(...rows.map((row) => `${table} has ${row['count']} rows with ${column} ${row[column]}`));
    }
  }
  const products = await idsOf(
    database('commerce_bridge_products').where('publication_status', 'publish').pluck('upstream_id'),
  );
  const index = await idsOf(
    database('commerce_bridge_listed_products').where('is_published', true).pluck('product_id'),
  );
  if (!isDeepStrictEqual(products, index))
    found.push(`published are ${index.join(' ')} by the product index, and ${products.join(' ')} by the records`);
  return found;
}

// A withdrawn record keeps its row, and releases its slug.
function current(database: Knex, table: string, column: string): Knex.QueryBuilder {
  const query = database(table);
  return column === 'document_id' ? query : query.whereNull('withdrawn_at');
}

async function idsOf(query: PromiseLike<unknown[]>): Promise<number[]> {
  return (await query).map(Number).sort((a, b) => a - b);
}
