import { expect, test } from 'vitest';
import { createKeptColumns } from '../../../server/src/catalog/columns/kept-columns';
import { type ListedFacts, ProductColumns } from '../../../server/src/catalog/columns/product-columns';
import { selectPage } from '../../../server/src/catalog/columns/select-page';
import { machineLoop } from '../../../server/src/lib/clock';
import { createQuietLogger } from '../../support/quiet-logger';
import { aChange } from '../../support/shops/changed-ids';
import { settled } from '../../support/time/clocks';
import { eventually } from '../../support/time/eventually';

/** The columns of two products that a test changes; statements for changed products wait for `answer`. */
async function aCatalog() {
  let now = 0;
  const titles = { order: [1, 2], isHeld: false };
  const prices = new Map([
    [1, 10],
    [2, 20],
  ]);
  const factsOf = (id: number): ListedFacts => ({
    ...{ id, created: id, price: prices.get(id) ?? 0 },
    ...{ brandId: null, isInStock: true, isOnSale: false, categoryIds: [] },
  });
  const answers: (() => void)[] = [];
  let release: () => void = () => undefined;
  let loaded = new ProductColumns();
  const placed: number[][] = [];
  const kept = createKeptColumns({
    rows: {
      async *titled() {
        const order = [...titles.order];
        if (titles.isHeld) await new Promise<void>((resolve) => (release = resolve));
        yield order;
      },
      async factsOf(ids) {
        // What the database has when the statement runs, however late its response.
        const found = ids.map(factsOf);
        await new Promise<void>((resolve) => answers.push(resolve));
        return found;
      },
      async titlePlacesOf(ids) {
        placed.push([...ids]);
        return [];
      },
    },
    async load() {
      loaded = new ProductColumns();
      loaded.put([1, 2].map(factsOf));
      return loaded;
    },
    feed: () => ({ catchUp: () => undefined, isBlind: () => false, lastPoll: () => 0, hasPolledSince: () => false }),
    loop: { now: () => now, turn: () => machineLoop.turn() },
    logger: createQuietLogger(),
  });
  kept.start();
  await settled();
  return {
    titles,
    /** The products whose places by title were read, in each refresh. */
    placed,
    async releaseTitles() {
      release();
      await eventually(async () => loaded.byTitle.length === loaded.count);
      await machineLoop.turn();
      await settled();
    },
    hasTitles: () => loaded.hasTitles,
    drop: () => kept.note(aChange({ isEverything: true })),
    move: (id: number) => kept.note(aChange({ products: [id], dependencies: ['title'] })),
    /** Columns are loaded again after a rest. */
    later: () => void (now += 60_000),
    change(id: number, price: number) {
      prices.set(id, price);
      kept.note(aChange({ products: [id], dependencies: ['price'] }));
    },
    async dear() {
      const columns = await kept.current();
      const request = { filter: { minPrice: 100 }, orderBy: 'price', direction: 'asc', offset: 0, limit: 10 } as const;
      return columns && selectPage(columns, request).ids;
    },
    async answer() {
      await settled();
      answers.shift()?.();
      await settled();
    },
  };
}

test('each read that waits for an earlier refresh has the changes noted before it', async () => {
  const catalog = await aCatalog();
  catalog.change(1, 110);
  const first = catalog.dear();
  await settled();
  catalog.change(2, 120);
  const others = [catalog.dear(), catalog.dear(), catalog.dear()];
  await catalog.answer();
  await catalog.answer();
  expect(await first).toEqual([1]);
  expect(await Promise.all(others)).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});

test('a read of columns that were replaced while it waited takes nothing from those that replaced them', async () => {
  const catalog = await aCatalog();
  catalog.change(1, 110);
  const reads = [catalog.dear(), catalog.dear()];
  await settled();
  catalog.later();
  catalog.drop();
  expect(await catalog.dear()).toBeNull();
  await settled();
  catalog.change(2, 120);
  await catalog.answer();
  await Promise.all([...reads, catalog.answer()]);
  const last = catalog.dear();
  await catalog.answer();
  expect(await last).toEqual([1, 2]);
});

test('the order by title that was read anew is used once what moved meanwhile is placed', async () => {
  const catalog = await aCatalog();
  catalog.titles.isHeld = true;
  catalog.later();
  catalog.change(1, 110);
  const first = catalog.dear();
  await catalog.answer();
  await first;
  catalog.move(1);
  const second = catalog.dear();
  await settled();
  await catalog.releaseTitles();
  await catalog.answer();
  await second;
  expect(catalog.hasTitles()).toBe(false);

  const third = catalog.dear();
  await catalog.answer();
  await third;
  expect(catalog.placed.at(-1)).toEqual([1]);
  expect(catalog.hasTitles()).toBe(true);
});
