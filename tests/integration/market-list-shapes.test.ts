import { beforeAll, describe, expect, test } from 'vitest';
import type { MarketSide } from '../../server/src/catalog/model';
import { listedPartsOf } from '../../server/src/catalog/reading/market-column-pages';
import { readCatalogTables } from '../../server/src/catalog/tables';
import { presentListItem } from '../../server/src/catalog/views';
import { containerOf } from '../../server/src/container';
import type { PricesPart, TextsPart } from '../../server/src/markets/market-parts';
import { onEachDatabase } from '../support/databases/on-each-database';
import { listShapes, nameOfShape, pageOfShape } from '../support/http/list-shapes';
import {
  categories,
  fillShapedCatalog,
  products,
  readingByStatements,
  requestOfShape,
} from '../support/http/shaped-catalog';
import { partWriter, priceOf, textsOf } from '../support/shops/part-writer';
import { eventually } from '../support/time/eventually';

/*
 * Every pair of values that two parameters of `/products` can have in further markets: one with the texts and
 * categories of the catalog, and one in another language with its own tree. Some products are only sold in further
 * markets, some have no price or no texts, and many have the same ones.
 */

const channelId = 3;
const german: PricesPart = { kind: 'prices', channelId, currency: 'EUR', customerGroupId: null };
const group: PricesPart = { ...german, customerGroupId: 7 };
const french: TextsPart = { kind: 'texts', channelId, locale: 'fr' };
const sold = products.filter((_, at) => at % 3 !== 1).map(({ id }) => id);
const words = ['Émeraude', 'Zèbre', 'azur', 'ÉTÉ', '\u{ff5e}', '\u{1f600}'];

const pricesIn = (ids: readonly number[], least: number) =>
  ids
    .filter((id) => id % 11 !== 0)
    .map((id) => priceOf(id, id % 7 === 0 ? null : least + (id % 40), id % 4 === 0 ? 90 : undefined));
const textsIn = (ids: readonly number[]) =>
  ids.filter((id) => id % 2 === 0).map((id) => textsOf(id, `${words[id % words.length] ?? ''} ${id % 9}`, `p-${id}`));

onEachDatabase('lists of markets by every pair of parameters', ({ site, catalog }) => {
  const sides = new Map<string, MarketSide>();
  const container = () => containerOf(site().strapi);
  const parts = () => partWriter(site().strapi);

  beforeAll(async () => {
    await fillShapedCatalog(catalog());
    await parts().sell(channelId, sold);
    await parts().price(german, pricesIn(sold, 100));
    await parts().price(group, pricesIn(sold, 50));
    await parts().name(french, textsIn(sold));
    await parts().arrange(
      channelId,
      categories.map((category) => ({ ...category, parentId: null })),
    );
    const { idOf } = container().markets.passes;
    const membershipId = await idOf({ kind: 'membership', channelId });
    const categoriesId = await idOf({ kind: 'categories', channelId });
    const texts = {
      productsId: await idOf(french),
      categoriesId: await idOf({ ...french, kind: 'category texts' }),
      brandsId: await idOf({ ...french, kind: 'brand texts' }),
    };
    sides.set('german', { membershipId, pricesId: await idOf(german), texts: null });
    sides.set('french', {
      membershipId,
      pricesId: await idOf(group),
      texts,
      tree: { categoriesId, textsId: texts.categoriesId },
    });
    for (const name of sides.keys()) await loaded(name);
  });

  function sideOf(name: string): MarketSide {
    const side = sides.get(name);
    if (!side) throw new Error(`no market ${name}`);
    return side;
  }

  const loaded = (name: string) =>
    eventually(async () => (await container().marketColumns.current(listedPartsOf(sideOf(name))))?.hasTitles === true);

  describe.each(['german', 'french'])('in %s', (name) => {
    const read = async (request: ReturnType<typeof requestOfShape>) => {
      const side = sideOf(name);
      const { marketProducts: tables } = readingByStatements(site().strapi);
      const [found, wanted] = [
        await container().catalog.marketProducts.list(side, request),
        await tables.list(side, request),
      ];
      const idsOf = ({ records, total }: typeof found) => ({ total, ids: records.map(({ id }) => id) });
      return { found: idsOf(found), wanted: idsOf(wanted) };
    };

    test('are the same from memory and from the tables', async () => {
      for (const shape of listShapes()) {
        const pages = shape.page === 'first' ? [1] : [1, 2, pageOfShape(shape, 10, 0)];
        for (const page of pages) {
          const { found, wanted } = await read(requestOfShape(shape, page));
          expect([nameOfShape(shape), page, found]).toEqual([nameOfShape(shape), page, wanted]);
        }
      }
    });

    test('have the same JSON where it is precomputed as where it is made of records', async () => {
      const { marketProducts } = container().catalog;
      const productPageAddress = 'https://shop.example/{slug}';
      const context = { include: new Set<never>(), productPageAddress, weightUnit: null, currency: null, market: null };
      const request = { filter: {}, orderBy: 'price', direction: 'desc', page: 8, pageSize: 100 } as const;
      const made = await marketProducts.list(sideOf(name), { ...request, depth: 'summary' });
      const prepared = await marketProducts.listPrepared(sideOf(name), request, { productPageAddress });
      expect(made.records.some(({ price }) => price === null) && made.records.some(({ price }) => price !== null)).toBe(
        true,
      );
      const items = made.records.map((record) => ({
        id: record.id,
        json: JSON.stringify(presentListItem(record, context)),
      }));
      // For a market with its own language, no items are prepared.
      expect(prepared).toEqual(name === 'french' ? null : { items, total: made.total });
    });

    test('have the same facets and counts from memory and from the tables', async () => {
      const side = sideOf(name);
      const tables = readingByStatements(site().strapi);
      const { catalog: memory } = container();
      for (const shape of listShapes()) {
        const { filter } = requestOfShape(shape, 1);
        const found = await memory.findMarketFacets(filter, side);
        expect([nameOfShape(shape), found]).toEqual([nameOfShape(shape), await tables.findMarketFacets(filter, side)]);
      }
      for (const kind of ['brand', 'category'] as const)
        expect(await memory.marketProducts.countBy(kind, side)).toEqual(
          await tables.marketProducts.countBy(kind, side),
        );
    });

    test('have a sitemap of all that the market sells, last changed first', async () => {
      const { catalog: reading } = container();
      const side = sideOf(name);
      const tables = readCatalogTables(site().strapi).tables;
      const rows = await site().strapi.db.connection(tables.product).select('upstream_id', 'synced_at');
      const changedAt = new Map(rows.map((row) => [Number(row.upstream_id), new Date(row.synced_at).getTime()]));
      const listed = await reading.marketProducts.list(side, {
        filter: {},
        orderBy: 'title',
        direction: 'asc',
        page: 1,
        pageSize: products.length,
        depth: 'summary',
      });
      const slugs = new Map(listed.records.map(({ id, slug }) => [id, slug]));
      const wanted = [...slugs.keys()].sort((a, b) => (changedAt.get(b) ?? 0) - (changedAt.get(a) ?? 0) || b - a);
      const pages = [
        await reading.listChangedProducts({ page: 1, pageSize: 600 }, side),
        await reading.listChangedProducts({ page: 2, pageSize: 600 }, side),
        await reading.listChangedProducts({ page: 3, pageSize: 600 }, side),
      ];
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => wanted.length));
      const found = pages.flatMap((page) => page.products);
      expect(found.map(({ id, slug }) => [id, slug])).toEqual(wanted.map((id) => [id, slugs.get(id)]));
    });

    test('follow every change at once, in every sort order', async () => {
      const [first = 0, second = 0, ...others] = sold;
      const notYet = products.filter(({ id }) => !sold.includes(id)).map(({ id }) => id);
      const offered = name === 'german' ? german : group;
      const changes: Record<string, () => Promise<unknown>> = {
        prices: () => parts().price(offered, [priceOf(first, 1), priceOf(second, null), priceOf(others[0] ?? 0, 999)]),
        'no longer sold': () => parts().withhold(channelId, others.slice(3, 9)),
        'sold from now on': () => parts().sell(channelId, notYet.slice(0, 7)),
        'many sold from now on': () => parts().sell(channelId, notYet.slice(7, 60)),
        texts: () => parts().name(french, [textsOf(first, 'aaa'), textsOf(others[1] ?? 0, 'zzz')]),
        'the catalog': () =>
          catalog().write(
            'product',
            products
              .filter(({ id }) => id < 10_030)
              .map((product, at) => ({ ...product, title: `Moved ${at}`, inStock: at % 2 === 0, categoryIds: [702] })),
          ),
        'a product less': () => catalog().remove('product', [others[20] ?? 0]),
      };
      for (const [change, make] of Object.entries(changes)) {
        await make();
        for (const orderBy of ['price', 'date', 'title'] as const)
          for (const direction of ['asc', 'desc'] as const) {
            const request = { filter: {}, orderBy, direction, page: 1, pageSize: 100, depth: 'summary' } as const;
            const { found, wanted } = await read(request);
            expect([change, orderBy, direction, found]).toEqual([change, orderBy, direction, wanted]);
          }
        await loaded(name);
      }
    });
  });
});
