import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTitlePlaces } from '../../../server/src/catalog/columns/find-title-places';
import { createKeptMarketColumns } from '../../../server/src/catalog/columns/kept-market-columns';
import { noPrice, ProductColumns } from '../../../server/src/catalog/columns/product-columns';
import { selectOffers } from '../../../server/src/catalog/columns/select-offers';
import { compareCodePoints } from '../../../server/src/catalog/columns/text-order';
import type { ChangedIds } from '../../../server/src/catalog/changes/change-log';
import { aChange } from '../../support/shops/changed-ids';
import { aListedProduct } from '../../support/shops/listed-products';

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('titles of a market', () => {
  /** Columns with these titles by id, in the previous order of titles. */
  function columnsOf(titles: ReadonlyMap<number, string>): ProductColumns {
    const columns = new ProductColumns();
    columns.put([...titles.keys()].map((id) => aListedProduct({ id })));
    for (const id of sortedBy(titles)) columns.appendTitle(id);
    columns.hasTitles = true;
    return columns;
  }

  const sortedBy = (titles: ReadonlyMap<number, string>, ids = [...titles.keys()]): number[] =>
    ids
      .filter((id) => titles.has(id))
      .sort((one, other) => compareCodePoints(titles.get(one) ?? '', titles.get(other) ?? '') || one - other);

  const order = ({ byTitle, ids }: ProductColumns) => Array.from(byTitle.rows, (row) => ids[row] ?? 0);

  async function move(columns: ProductColumns, ids: readonly number[], titles: ReadonlyMap<number, string>) {
    const sorted = async (asked: readonly number[]) => sortedBy(titles, [...asked]);
    const places = await findTitlePlaces(ids, { columns, sorted });
    columns.remove(ids.filter((id) => !titles.has(id)));
    columns.put(ids.filter((id) => titles.has(id)).map((id) => aListedProduct({ id })));
    return places !== null && columns.placeTitles(places);
  }

  const title = fc.string({ maxLength: 2 });

  test('what is renamed, added, or removed is where the database sorts it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(title, { maxLength: 200 }),
        fc.array(fc.array(fc.tuple(fc.integer({ min: 1, max: 220 }), fc.option(title)), { maxLength: 20 }), {
          maxLength: 5,
        }),
        async (first, changes) => {
          const titles = new Map(first.map((named, index) => [index + 1, named]));
          const columns = columnsOf(titles);
          for (const change of changes) {
            for (const [id, named] of change) {
              if (named === null) titles.delete(id);
              else titles.set(id, named);
            }
            expect(await move(columns, [...new Set(change.map(([id]) => id))], titles)).toBe(true);
            expect(order(columns)).toEqual(sortedBy(titles));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('are found among a hundred thousand by four questions', async () => {
    const titles = new Map(idsTo(100_000).map((id) => [id, String(id).padStart(7, '0')]));
    const columns = columnsOf(titles);
    titles.set(77_777, '0012345x');
    let asked = 0;
    const sorted = async (ids: readonly number[]) => {
      asked += 1;
      return sortedBy(titles, [...ids]);
    };
    expect(await findTitlePlaces([77_777], { columns, sorted })).toEqual([{ id: 77_777, behind: 12_345 }]);
    expect(asked).toBeLessThanOrEqual(4);
  });

  test('are read again when another one moved that is not known of yet, or when many did', async () => {
    const titles = new Map(idsTo(10).map((id) => [id, `title ${id + 10}`]));
    const columns = columnsOf(titles);
    titles.set(3, 'first');
    titles.set(5, 'last');
    expect(await move(columns, [3], titles)).toBe(false);
    expect(await move(columns, idsTo(21), titles)).toBe(false);
  });

  test('are compared as their bytes are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(compareCodePoints(one, other))).toBe(bytes);
      }),
      { examples: [['\u{ff5e}', '\u{1f600}']] },
    );
  });
});

describe('products without a price', () => {
  const price = fc.option(fc.integer({ min: 0, max: 4 }));
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

  test('come last in both orders, and pass no range', () => {
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 40 }),
        fc.record({
          minPrice: optional(fc.integer({ min: 0, max: 4 })),
          maxPrice: optional(fc.integer({ min: 0, max: 4 })),
          inStock: optional(fc.boolean()),
        }),
        fc.record({
          direction: fc.constantFrom('asc' as const, 'desc' as const),
          offset: fc.integer({ min: 0, max: 45 }),
          limit: fc.integer({ min: 1, max: 12 }),
        }),
        (prices, filter, page) => {
          const columns = new ProductColumns();
          const stock = (id: number) => id % 3 === 0;
          columns.put(
            prices.map((charged, at) =>
              aListedProduct({ id: at + 1, price: charged ?? noPrice, isInStock: stock(at + 1) }),
            ),
          );
          const { minPrice = -1, maxPrice = 9 } = filter;
          const found = prices
            .map((charged, at) => ({ id: at + 1, charged }))
            .filter(({ id, charged }) => {
              const isOfRange = filter.minPrice === undefined && filter.maxPrice === undefined;
              if (filter.inStock !== undefined && filter.inStock !== stock(id)) return false;
              return charged === null ? isOfRange : charged >= minPrice && charged <= maxPrice;
            });
          const sign = page.direction === 'asc' ? 1 : -1;
          found.sort(
            (one, other) =>
              Number(one.charged === null) - Number(other.charged === null) ||
              sign * ((one.charged ?? 0) - (other.charged ?? 0) || one.id - other.id),
          );
          expect(selectOffers(columns, { filter, orderBy: 'price', ...page })).toEqual({
            total: found.length,
            ids: found.slice(page.offset, page.offset + page.limit).map(({ id }) => id),
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the columns of markets are notified', () => {
  function keptOf() {
    const noted: [number, Partial<ChangedIds>][] = [];
    const kept = createKeptMarketColumns(({ pricesId }) => ({
      current: async () => null,
      note: ({ products, dependencies, isEverything }) => {
        if (products.length > 0 || isEverything) noted.push([pricesId, { products, dependencies, isEverything }]);
      },
      start: () => undefined,
      stop: async () => undefined,
    }));
    void kept.current({ membershipId: 1, pricesId: 10, textsId: 100 });
    void kept.current({ membershipId: 1, pricesId: 20, textsId: null });
    return { kept, noted };
  }

  test('of the products of which one of their parts says something else', () => {
    const { kept, noted } = keptOf();
    const products = [
      { partId: 10, ids: [5] },
      { partId: 1, ids: [6, 7] },
      { partId: 100, ids: [8] },
      { partId: 30, ids: [9] },
    ];
    kept.note(aChange({ marketParts: ['prices 2 EUR guests', 'membership 2'], marketProducts: products }));
    const sold = { products: [6, 7], dependencies: ['presence', 'title'], isEverything: false };
    expect(noted).toEqual([
      [10, { products: [5], dependencies: ['price'], isEverything: false }],
      [10, sold],
      [10, { ...sold, products: [8] }],
      [20, sold],
    ]);
  });

  test('of everything where an instance of another version does not say which products changed', () => {
    const { kept, noted } = keptOf();
    kept.note(aChange({ marketParts: ['prices 2 EUR guests'] }));
    const everything = { products: [], dependencies: [], isEverything: true };
    expect(noted).toEqual([
      [10, everything],
      [20, everything],
    ]);
  });

  test('of nothing where the settings of a market alone changed', () => {
    const { kept, noted } = keptOf();
    kept.note(aChange({ marketParts: ['settings eu'], marketProducts: [] }));
    expect(noted).toEqual([]);
  });
});
