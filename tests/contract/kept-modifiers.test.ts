import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeptModifiers, type KeptModifiers } from '../../server/src/catalog/extras/knex-modifiers';
import { createStoredModifiers } from '../../server/src/catalog/extras/stored-modifiers';
import { createCatalogChanges } from '../../server/src/catalog/changes/catalog-changes';
import type { CatalogModifier } from '../../server/src/catalog/model/product-modifiers';
import type { Transaction } from '../../server/src/database/database';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { hours, milliseconds, seconds } from '../../server/src/lib/durations';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { plansOf } from '../support/databases/statement-plans';
import { databaseKinds } from '../support/databases/test-databases';
import { createMemoryLog } from '../support/instances/memory-log';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

const aModifier = (name: string): CatalogModifier => ({
  id: 1,
  name,
  type: 'text',
  isRequired: false,
  defaultValue: null,
  checkboxLabel: null,
  limits: { maxLength: 20 },
  values: [],
});

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`modifiers of products, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let clock: ManualClock;
    let kept: KeptModifiers;
    let changed: number[];
    let changes: ReturnType<typeof createCatalogChanges>;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty([tables.productModifiers]);
      clock = new ManualClock();
      const { database } = own;
      changes = createCatalogChanges({ database, log: createMemoryLog(), logger: createQuietLogger() });
      changed = [];
      changes.subscribe(({ products }) => void changed.push(...products));
      kept = createKeptModifiers({ database, clock: createMachineClock({ database, clock }), changes });
    });

    const within = <Result>(work: (transaction: Transaction) => Promise<Result>) => changes.transaction(work);
    const mark = (productIds: number[], askedVersion: number, isUrgent = false) =>
      within((transaction) => kept.mark(transaction, { productIds, askedVersion, isUrgent }));
    const write = (readVersion: number, products: Record<number, string[]>) =>
      within((transaction) =>
        kept.write(transaction, {
          readVersion,
          isBulk: false,
          products: Object.entries(products).map(([id, names]) => ({
            productId: Number(id),
            modifiers: names.map(aModifier),
          })),
        }),
      );
    const due = async (onlyUrgent = false) => (await kept.due({ limit: 10, onlyUrgent })).map(({ id }) => id);
    const namesOf = async (id: number) =>
      (await createStoredModifiers(own.database).read([id])).get(id)?.map(({ name }) => name) ?? null;

    test('are due until a response that was requested later is written', async () => {
      await mark([2, 1], 10);
      expect(await due()).toEqual([1, 2]);
      await write(11, { 1: ['Note'], 2: [] });
      expect(await due()).toEqual([]);
      expect(await namesOf(1)).toEqual(['Note']);
      expect(await namesOf(2)).toEqual([]);
      expect(await namesOf(3)).toBeNull();
    });

    test('stay due when they were marked after the response was requested', async () => {
      await mark([1], 10);
      await mark([1], 12);
      await write(11, { 1: ['Note'] });
      expect(await due()).toEqual([1]);
      await write(13, { 1: ['Note'] });
      expect(await due()).toEqual([]);
    });

    test('are not overwritten by an older response', async () => {
      await write(12, { 1: ['New'] });
      await write(11, { 1: ['Old'] });
      expect(await namesOf(1)).toEqual(['New']);
    });

    test('that are the same are not written, and announce nothing', async () => {
      expect(await write(11, { 1: ['Note'], 2: [] })).toBe(2);
      changed.length = 0;
      expect(await write(12, { 1: ['Note'], 2: ['Box'] })).toBe(1);
      expect(changed).toEqual([2]);
    });

    test('stay as they were, and due, when the transaction is rolled back', async () => {
      await mark([1], 10);
      const failing = within(async (transaction) => {
        const products = [{ productId: 1, modifiers: [aModifier('Note')] }];
        await kept.write(transaction, { products, readVersion: 11, isBulk: false });
        throw new Error('the process ends');
      });
      await expect(failing).rejects.toThrow('the process ends');
      expect(await due()).toEqual([1]);
      expect(await namesOf(1)).toBeNull();
      expect(changed).toEqual([]);
    });

    test('of products that an event was about come first, no matter what else is marked afterwards', async () => {
      await mark([1, 2, 3], 10);
      await mark([3], 11, true);
      await mark([3], 12);
      expect(await due()).toEqual([3, 1, 2]);
      expect(await due(true)).toEqual([3]);
      expect(await kept.nextDue({ onlyUrgent: true })).toBe(0);
      await write(13, { 3: [] });
      expect(await kept.nextDue({ onlyUrgent: true })).toBeNull();
    });

    test('that could not be read are due later, each counting its attempts, except when all have to wait', async () => {
      await mark([1, 2], 10);
      const products = await kept.due({ limit: 1, onlyUrgent: false });
      await kept.postpone({ products, delay: seconds(30) });
      expect(await due()).toEqual([2]);
      await kept.defer(seconds(60));
      expect(await kept.nextDue({ onlyUrgent: false })).toBe(30_000);
      await clock.advance(seconds(60));
      expect(await kept.due({ limit: 10, onlyUrgent: false })).toMatchObject([
        { id: 1, attempts: 1, isUrgent: false },
        { id: 2, attempts: 0, isUrgent: false },
      ]);
    });

    test('are dropped, except what was marked since they were read, whichever number it has', async () => {
      await mark([1, 2, 3], 10);
      const products = await kept.due({ limit: 10, onlyUrgent: false });
      await clock.advance(milliseconds(1));
      await mark([2], 12);
      await mark([3], 9);
      await kept.drop(products);
      expect(await due()).toEqual([2, 3]);
      expect(await kept.waiting()).toBe(2);
    });

    test('of which many wait are found along an index, without passing over the others', async () => {
      const ids = Array.from({ length: 3000 }, (_, index) => index + 1);
      await mark(ids, 10);
      await own.analyze([tables.productModifiers]);
      const plans = await plansOf(own.database, /product_modifiers/, async () => {
        expect(await due()).toEqual(ids.slice(0, 10));
        expect(await kept.nextDue({ onlyUrgent: true })).toBeNull();
        expect(await kept.hasOthersSince(9, 20)).toBe(true);
      });
      expect(await kept.hasOthersSince(9, 3000)).toBe(false);
      expect(plans).not.toHaveLength(0);
      for (const plan of plans) expect(plan).toMatchObject({ sql: plan.sql, scanned: [], isSorted: false });
    });

    test('are due at once where the clock was set back after they were marked', async () => {
      await mark([1], 10);
      await own.database(tables.productModifiers).update({ due_at: clock.now().getTime() + hours(5) });
      await clock.advance(milliseconds(1));
      expect(await kept.nextDue({ onlyUrgent: false })).toBe(0);
      expect(await due()).toEqual([1]);
    });
  });
}
