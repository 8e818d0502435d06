import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCatalogChanges, type CatalogChange, type CatalogChanges } from '../../server/src/catalog/catalog-changes';
import { settled } from '../support/clocks';
import { openOwnTables, type OwnTables } from '../support/own-tables';
import { createQuietLogger } from '../support/quiet-logger';

let own: OwnTables;
let changes: CatalogChanges;
let heard: CatalogChange[];
const logger = createQuietLogger();

beforeAll(async () => {
  own = await openOwnTables({ connection: undefined, drop: async () => undefined });
});
afterAll(async () => {
  await own.close();
});
beforeEach(() => {
  changes = createCatalogChanges({ logger });
  heard = [];
  changes.subscribe((change) => {
    heard.push(change);
  });
});

describe('changes of the catalog', () => {
  test('are told once, together, when their transaction is committed', async () => {
    await own.database.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', ids: [1, 2] });
      changes.collect(transaction, { entity: 'product', ids: [2, 3] });
      changes.collect(transaction, { entity: 'category', ids: [9] });
      await transaction.raw('select 1');
      await settled();
      expect(heard).toEqual([]);
    });
    await settled();
    expect(heard).toEqual([{ products: [1, 2, 3], categories: [9], brands: [], isStoreChanged: false }]);
  });

  test('are told before anybody can ask the site again', async () => {
    const order: string[] = [];
    changes.subscribe(() => {
      order.push('told');
    });
    const committed = own.database.transaction(async (transaction) => changes.collect(transaction, { entity: 'brand', ids: [1] }));
    setImmediate(() => order.push('a request'));
    await committed;
    await settled();
    await settled();
    expect(order.indexOf('told')).toBeGreaterThanOrEqual(0);
    expect(heard).toHaveLength(1);
  });

  test('are forgotten when their transaction is rolled back', async () => {
    const failing = own.database.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', ids: [1] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await settled();
    expect(heard).toEqual([]);
  });

  test('of nothing are not told', async () => {
    await own.database.transaction(async (transaction) => changes.collect(transaction, { entity: 'product', ids: [] }));
    await settled();
    expect(heard).toEqual([]);
  });

  test('reach the others when one listener fails, at once or later, and the failure is logged', async () => {
    const after: CatalogChange[] = [];
    changes.subscribe(() => {
      throw new Error('at once');
    });
    changes.subscribe(async () => {
      await settled();
      throw new Error('later');
    });
    changes.subscribe((change) => {
      after.push(change);
    });
    changes.publish({ products: [], categories: [], brands: [], isStoreChanged: true });
    await settled();
    await settled();
    expect([heard.length, after.length]).toEqual([1, 1]);
    expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['at once', 'later']);
  });

  test('reach nobody who does not want to hear any more', () => {
    const ended: CatalogChange[] = [];
    const end = changes.subscribe((change) => {
      ended.push(change);
    });
    end();
    changes.publish({ products: [1], categories: [], brands: [], isStoreChanged: false });
    expect(ended).toEqual([]);
  });
});
