import { expect, test } from 'vitest';
import { createKeptColumns } from '../../../server/src/catalog/columns/kept-columns';
import { type ListedFacts, ProductColumns } from '../../../server/src/catalog/columns/product-columns';
import { selectPage } from '../../../server/src/catalog/columns/select-page';
import { machineLoop } from '../../../server/src/lib/clock';
import { createQuietLogger } from '../../support/quiet-logger';
import { aChange } from '../../support/shops/changed-ids';
import { settled } from '../../support/time/clocks';

/** The columns of two products, whose prices a test changes; statements for changed products wait for `answer`. */
async function aCatalog() {
  const prices = new Map([
    [1, 10],
    [2, 20],
  ]);
  const factsOf = (id: number): ListedFacts => ({
    ...{ id, created: id, price: prices.get(id) ?? 0 },
    ...{ brandId: null, isInStock: true, isOnSale: false, categoryIds: [] },
  });
  const answers: (() => void)[] = [];
  const kept = createKeptColumns({
    rows: {
      async *titled() {
        yield [1, 2];
      },
      async factsOf(ids) {
        // What the database has when the statement runs, however late its response.
        const found = ids.map(factsOf);
        await new Promise<void>((resolve) => answers.push(resolve));
        return found;
      },
      titlePlacesOf: async () => [],
    },
    async load() {
      const columns = new ProductColumns();
      columns.put([1, 2].map(factsOf));
      return columns;
    },
    feed: () => ({ catchUp: () => undefined, isBlind: () => false }),
    loop: machineLoop,
    logger: createQuietLogger(),
  });
  kept.start();
  await settled();
  return {
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
