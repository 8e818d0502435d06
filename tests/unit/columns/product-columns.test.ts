import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { listDependencies } from '../../../server/src/catalog/changes/list-dependencies';
import { createKeptColumns, type KeptColumns } from '../../../server/src/catalog/columns/kept-columns';
import { loadColumns } from '../../../server/src/catalog/columns/load-columns';
import { ProductColumns } from '../../../server/src/catalog/columns/product-columns';
import { type ColumnRequest, selectPage } from '../../../server/src/catalog/columns/select-page';
import { createQuietLogger } from '../../support/quiet-logger';
import { aChange } from '../../support/shops/changed-ids';
import {
  aListedProduct,
  type ListedProduct,
  MemoryColumnRows,
  pageByLooking,
} from '../../support/shops/listed-products';
import { settled } from '../../support/time/clocks';

let now: number;
let isBlind: boolean;
/** The number of the last poll of the change log; each succeeds at once. */
let poll: number;
let rows: MemoryColumnRows;
let kept: KeptColumns;

beforeEach(() => {
  now = 0;
  isBlind = false;
  poll = 0;
  rows = new MemoryColumnRows();
  kept = createKeptColumns({
    rows,
    load: (loading) => loadColumns({ rows, ...loading }),
    feed: () => ({
      catchUp: () => undefined,
      isBlind: () => isBlind,
      lastPoll: () => poll,
      hasPolledSince: (earlier) => poll > earlier,
    }),
    loop: { now: () => now, turn: async () => undefined },
    logger: createQuietLogger(),
  });
});

function write(...products: ListedProduct[]): void {
  for (const product of products) rows.products.set(product.id, product);
}

async function load(): Promise<void> {
  kept.start();
  await selectOnceKnown();
}

const everything: ColumnRequest = { filter: {}, orderBy: 'date', direction: 'asc', offset: 0, limit: 10 };

async function select(request: Partial<ColumnRequest> = {}) {
  const columns = await kept.current();
  return columns && selectPage(columns, { ...everything, ...request });
}

/** Waits until the columns are loaded, and advances the time meanwhile. */
async function selectOnceKnown(request: Partial<ColumnRequest> = {}) {
  for (;;) {
    const columns = await kept.current();
    if (columns && (request.orderBy !== 'title' || columns.hasTitles))
      return selectPage(columns, { ...everything, ...request });
    now += 60_000;
    await settled();
  }
}

const product = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  title: fc.string({ maxLength: 2 }),
  created: fc.integer({ min: 0, max: 5 }),
  price: fc.integer({ min: 0, max: 9 }),
  brandId: fc.option(fc.integer({ min: 1, max: 3 })),
  isInStock: fc.boolean(),
  isOnSale: fc.boolean(),
  categoryIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
});
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const request: fc.Arbitrary<ColumnRequest> = fc.record({
  filter: fc.record({
    brandId: optional(fc.integer({ min: 1, max: 4 })),
    categoryId: optional(fc.integer({ min: 1, max: 5 })),
    minPrice: optional(fc.integer({ min: 0, max: 9 })),
    maxPrice: optional(fc.integer({ min: 0, max: 9 })),
    inStock: optional(fc.boolean()),
    onSale: optional(fc.boolean()),
    ids: optional(fc.array(fc.integer({ min: 1, max: 70 })).map((ids) => Float64Array.from(ids).sort())),
  }),
  orderBy: fc.constantFrom('title', 'date', 'price'),
  direction: fc.constantFrom('asc', 'desc'),
  offset: fc.integer({ min: 0, max: 30 }),
  limit: fc.integer({ min: 1, max: 12 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), products: fc.array(product, { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('remove' as const), ids: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('read' as const), request }),
);

test('after any writes and for any request, a page has what looking at every product finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 60 }), fc.array(step, { maxLength: 30 }), async (first, steps) => {
      rows.products.clear();
      write(...first);
      kept.note(aChange({ isEverything: true }));
      for (const given of steps) {
        if (given.kind === 'read') {
          const wanted = pageByLooking(rows.products.values(), given.request);
          expect(await selectOnceKnown(given.request)).toEqual(wanted);
          continue;
        }
        const ids = 'ids' in given ? given.ids : given.products.map(({ id }) => id);
        if ('products' in given) write(...given.products);
        else for (const id of ids) rows.products.delete(id);
        kept.note(aChange({ products: ids, dependencies: listDependencies }));
      }
    }),
    { numRuns: 200 },
  );
});

test('after changes that are reported late, in any order of reads, the order by title is that of the titles', async () => {
  const late = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        products: fc.array(product, { maxLength: 4 }),
        isOwn: fc.boolean(),
      }),
    },
    fc.record({ kind: fc.constant('read' as const) }),
    fc.record({ kind: fc.constant('poll' as const) }),
  );
  const byTitle: ColumnRequest = { ...everything, orderBy: 'title', limit: 100 };
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 30 }), fc.array(late, { maxLength: 30 }), async (first, steps) => {
      rows.products.clear();
      write(...first);
      kept.note(aChange({ isEverything: true }));
      await selectOnceKnown(byTitle);
      let unreported: number[] = [];
      const report = () => {
        poll += 1;
        kept.note(aChange({ products: unreported, dependencies: listDependencies }));
        unreported = [];
      };
      for (const given of steps) {
        if (given.kind === 'read') await select(byTitle);
        else if (given.kind === 'poll') report();
        else {
          write(...given.products);
          const ids = given.products.map(({ id }) => id);
          if (given.isOwn) kept.note(aChange({ products: ids, dependencies: listDependencies }));
          else unreported.push(...ids);
        }
      }
      report();
      expect(await selectOnceKnown(byTitle)).toEqual(pageByLooking(rows.products.values(), byTitle));
    }),
    { numRuns: 300 },
  );
});

test('of given ids, only those are in a list whose brand, category, or price has fewer products', async () => {
  const narrow = { brandId: 1, categoryIds: [1], price: 5 };
  for (let id = 1; id <= 20; id += 1) write(aListedProduct({ id, ...(id % 5 === 0 && narrow) }));
  await load();
  const ids = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const filter of [{ brandId: 1 }, { categoryId: 1 }, { maxPrice: 5 }])
    expect(await select({ filter: { ...filter, ids } })).toEqual({ total: 2, ids: [5, 10] });
});

describe('with more matches than are sorted', () => {
  test('each page is the one that looking at every product finds', async () => {
    for (let id = 1; id <= 5000; id += 1) {
      write(
        aListedProduct({
          id,
          title: `${(id * 7919) % 5000}`,
          created: (id * 31) % 997,
          price: (id * 17) % 89,
          brandId: (id % 3) + 1,
          isInStock: id % 4 !== 0,
          categoryIds: id % 2 === 0 ? [9] : [],
        }),
      );
    }
    await load();

    for (const filter of [{ inStock: true }, { brandId: 2 }, { categoryId: 9 }, { minPrice: 20, inStock: true }]) {
      for (const orderBy of ['title', 'date', 'price'] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const offset of [0, 700, 1240, 3740]) {
            const wanted = { filter, orderBy, direction, offset, limit: 25 };
            expect(await select(wanted)).toEqual(pageByLooking(rows.products.values(), wanted));
          }
        }
      }
    }
  });
});

test('products removed while titles are read again leave the others in order', async () => {
  const columns = new ProductColumns();
  columns.put([1, 2, 3, 4, 5, 6].map((id) => aListedProduct({ id, brandId: 9 })));
  columns.dropTitles();
  for (const id of [1, 2, 3, 4]) columns.appendTitle(id);
  columns.remove([1, 2]);
  for (const id of [5, 6]) columns.appendTitle(id);

  const request: ColumnRequest = { ...everything, filter: { brandId: 9 }, orderBy: 'title' };
  expect(selectPage(columns, request)).toEqual({ total: 4, ids: [3, 4, 5, 6] });
});

describe('a change', () => {
  beforeEach(async () => {
    write(aListedProduct({ id: 1 }), aListedProduct({ id: 2, title: 'A' }));
    await load();
    rows.read.length = 0;
  });

  test('is applied by the next read, which reads the changed products alone', async () => {
    write(aListedProduct({ id: 2, price: 99 }));
    kept.note(aChange({ products: [2], dependencies: ['price'] }));

    expect(await select({ filter: { minPrice: 50 } })).toEqual({ total: 1, ids: [2] });
    expect(rows.read).toEqual(['facts of 2']);
  });

  test('that no list depends on is not', async () => {
    kept.note(aChange({ products: [2], dependencies: ['text', 'sku'] }));
    await select();

    expect(rows.read).toEqual([]);
  });

  test('of more products than are read one by one has everything read again, once somebody reads', async () => {
    kept.note(aChange({ products: Array.from({ length: 5001 }, (_, id) => id), dependencies: ['price'] }));
    await settled();
    expect(rows.read).toEqual([]);

    now += 60_000;
    expect(await select()).toBeNull();
    await selectOnceKnown();
    expect(rows.read).toContain('facts');
  });

  test('made while everything is read is applied to it', async () => {
    kept.note(aChange({ isEverything: true }));
    now += 60_000;
    expect(await select()).toBeNull();
    write(aListedProduct({ id: 3, title: 'Between' }));
    kept.note(aChange({ products: [3], dependencies: ['presence'] }));

    expect(await selectOnceKnown({ orderBy: 'title' })).toEqual({ total: 3, ids: [2, 3, 1] });
  });

  test('whose products cannot be read fails the read, and is applied by a later one', async () => {
    write(aListedProduct({ id: 2, price: 99 }));
    kept.note(aChange({ products: [2], dependencies: ['price'] }));
    const factsOf = rows.factsOf.bind(rows);
    rows.factsOf = async () => Promise.reject(new Error('no connection'));
    await expect(select()).rejects.toThrow('no connection');

    rows.factsOf = factsOf;
    expect(await select({ filter: { minPrice: 50 } })).toEqual({ total: 1, ids: [2] });
  });
});

test('while other instances’ changes cannot be seen, nothing is read from memory', async () => {
  await load();
  isBlind = true;

  expect(await kept.current()).toBeNull();
});

test('what cannot be loaded is tried again, but not by each request', async () => {
  let tries = 0;
  rows.facts = async function* facts() {
    tries += 1;
    yield* [];
    throw new Error('no connection');
  };
  for (let request = 0; request < 10; request += 1) {
    await kept.current();
    await settled();
  }
  expect(tries).toBe(1);

  now += 1000;
  await kept.current();
  await settled();
  expect(tries).toBe(2);
});
