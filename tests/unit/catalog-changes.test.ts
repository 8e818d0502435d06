import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createCatalogChanges,
  type CatalogChange,
  type CatalogChanges,
} from '../../server/src/catalog/changes/catalog-changes';
import { listDependencies } from '../../server/src/catalog/changes/list-dependencies';
import { aChange } from '../support/shops/changed-ids';
import { settled } from '../support/time/clocks';
import { createMemoryLog, type MemoryLog } from '../support/instances/memory-log';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';

let own: OwnTables;
let changes: CatalogChanges;
let received: CatalogChange[];
let log: MemoryLog;
const logger = createQuietLogger();

beforeAll(async () => {
  own = await openOwnTables();
});
afterAll(async () => {
  await own.close();
});
beforeEach(() => {
  log = createMemoryLog();
  changes = createCatalogChanges({ database: own.database, log, logger });
  received = [];
  changes.subscribe((change) => {
    received.push(change);
  });
});

describe('changes to the catalog', () => {
  test('are announced once, together, when their transaction is committed', async () => {
    await own.database.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1, 2] });
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [2, 3] });
      changes.collect(transaction, { entity: 'category', kind: 'updated', ids: [9] });
      await transaction.raw('select 1');
      await settled();
      expect(received).toEqual([]);
    });
    await settled();
    expect(received).toMatchObject([{ products: [1, 2, 3], categories: [9], brands: [], isStoreChanged: false }]);
  });

  test('of parts of further markets are announced and logged by their names, each once', async () => {
    await changes.transaction(async (transaction) => {
      changes.collectMarketParts(transaction, ['membership 3']);
      changes.collectMarketParts(transaction, ['prices 3 EUR guests', 'membership 3']);
    });
    await settled();
    expect(received).toMatchObject([
      { products: [], records: [], marketParts: ['membership 3', 'prices 3 EUR guests'] },
    ]);
    const { marketParts } = log.appended.at(-1)?.change ?? {};
    expect(marketParts).toEqual(['membership 3', 'prices 3 EUR guests']);
  });

  test('of parts of further markets name the products, unless one of them may be about any', async () => {
    const [members, prices] = [
      ['membership 3', { partId: 1, ids: [5, 6] }],
      ['prices 3 EUR guests', { partId: 2, ids: [5] }],
    ] as const;
    await changes.transaction(async (transaction) => {
      for (const [name, products] of [members, prices, members])
        changes.collectMarketParts(transaction, [name], [products]);
    });
    await changes.transaction(async (transaction) => {
      changes.collectMarketParts(transaction, [members[0]], [members[1]]);
      changes.collectMarketParts(transaction, [prices[0]]);
    });
    await settled();
    expect(received.map(({ marketProducts }) => marketProducts)).toEqual([[members[1], prices[1]], undefined]);
    expect(log.appended.map(({ change }) => change.marketProducts)).toEqual([[members[1], prices[1]], undefined]);
  });

  test('are announced before the next request can be handled', async () => {
    const order: string[] = [];
    changes.subscribe(() => {
      order.push('notified');
    });
    const committed = own.database.transaction(async (transaction) =>
      changes.collect(transaction, { entity: 'brand', kind: 'updated', ids: [1] }),
    );
    setImmediate(() => order.push('a request'));
    await committed;
    await settled();
    await settled();
    expect(order.indexOf('notified')).toBeGreaterThanOrEqual(0);
    expect(received).toHaveLength(1);
  });

  test('are discarded when their transaction is rolled back', async () => {
    const failing = own.database.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await settled();
    expect(received).toEqual([]);
  });

  test('are not announced if there are none', async () => {
    await own.database.transaction(async (transaction) =>
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [] }),
    );
    await settled();
    expect(received).toEqual([]);
  });

  test('reach the other listeners when one fails, synchronously or later, and the failure is logged', async () => {
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
    await changes.publish({ isStoreChanged: true });
    await settled();
    await settled();
    expect([received.length, after.length]).toEqual([1, 1]);
    expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['at once', 'later']);
  });

  test('do not reach listeners that unsubscribed', async () => {
    const ended: CatalogChange[] = [];
    const end = changes.subscribe((change) => {
      ended.push(change);
    });
    end();
    await changes.publish({ products: [1] });
    expect(ended).toEqual([]);
  });

  test('contain what changed for lists: all aspects reported in one transaction, and everything if none were', async () => {
    await changes.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1], dependencies: ['price'] });
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [2], dependencies: ['stock', 'price'] });
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [], dependencies: ['title'] });
      changes.collect(transaction, { entity: 'brand', kind: 'updated', ids: [3] });
    });
    await changes.transaction(async (transaction) =>
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1] }),
    );
    await changes.publish({ products: [1] });
    await changes.publish({ products: [1], dependencies: [] });
    await changes.publish({ isStoreChanged: true });
    await settled();
    expect(received.map(({ dependencies }) => dependencies)).toEqual([
      ['price', 'stock'],
      listDependencies,
      listDependencies,
      [],
      [],
    ]);
    expect(log.appended.map(({ change }) => change.dependencies)).toEqual(
      received.map(({ dependencies }) => dependencies),
    );
  });

  test('contain the outcome of each record once: created stays created, and removed stays removed', async () => {
    await changes.bulk.transaction(async (transaction) => {
      changes.bulk.collect(transaction, { entity: 'product', kind: 'created', ids: [1, 2] });
      changes.bulk.collect(transaction, { entity: 'product', kind: 'updated', ids: [1, 3] });
      changes.bulk.collect(transaction, {
        entity: 'product',
        kind: 'removed',
        ids: [2],
        documentIds: new Map([[2, 'two']]),
      });
      changes.bulk.collect(transaction, { entity: 'product', kind: 'updated', ids: [2] });
    });
    await settled();
    expect(received).toMatchObject([{ scale: 'bulk' }]);
    expect(received[0]?.records.map(({ id, kind, documentId }) => [id, kind, documentId])).toEqual([
      [1, 'created', null],
      [2, 'removed', 'two'],
      [3, 'updated', null],
    ]);
  });
});

describe('other instances', () => {
  test('find one log entry, written by the same transaction', async () => {
    await changes.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1] });
      changes.collect(transaction, { entity: 'brand', kind: 'created', ids: [7] });
      expect(log.appended).toEqual([]);
    });
    expect(log.appended).toEqual([
      { change: aChange({ products: [1], dependencies: listDependencies, brands: [7] }), isWithinTransaction: true },
    ]);
  });

  test('find no entry for a transaction that changed nothing, or was rolled back', async () => {
    await changes.transaction(async (transaction) => transaction.raw('select 1'));
    const failing = changes.transaction(async (transaction) => {
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [1] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(log.appended).toEqual([]);
  });
});
