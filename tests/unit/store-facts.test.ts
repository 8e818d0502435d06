import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CatalogChange, createCatalogChanges } from '../../server/src/catalog/changes/catalog-changes';
import { createStoreFacts, type StoreFactsKeeper } from '../../server/src/catalog/shop/store-facts';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { settled } from '../support/time/clocks';
import { createMemoryLog, type MemoryLog } from '../support/instances/memory-log';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';

const facts = {
  weightUnit: 'kg',
  currency: 'EUR',
  name: 'Shop',
  defaultChannelId: 1,
  currencySymbol: null,
  currencyDecimals: null,
  currencyPlacement: null,
  locale: null,
};
const read = (given: Partial<typeof facts> = {}, readVersion = 1) => ({ ...facts, ...given, readVersion });
const claim = { hold: async () => undefined };

let own: OwnTables;
let log: MemoryLog;
let received: CatalogChange[];
let storeFacts: StoreFactsKeeper;

beforeEach(async () => {
  own = await openOwnTables();
  log = createMemoryLog();
  const { database } = own;
  const changes = createCatalogChanges({ database, log, logger: createQuietLogger() });
  received = [];
  changes.subscribe((change) => void received.push(change));
  storeFacts = createStoreFacts({ state: createKnexStateStore(database), changes });
});
afterEach(() => own.close());

test('facts of the store that changed are logged by the transaction that stores them', async () => {
  await storeFacts.write(read(), claim);
  await storeFacts.write(read(), claim);
  await storeFacts.write(read({ currency: 'CHF' }), claim);
  await storeFacts.forget();
  await settled();
  expect(await storeFacts.read()).toBeNull();
  expect(received.map(({ isStoreChanged }) => isStoreChanged)).toEqual([true, true, true]);
  expect(log.appended).toMatchObject(
    [1, 2, 3].map(() => ({ change: { isStoreChanged: true }, isWithinTransaction: true })),
  );
});

test('they are not stored when that cannot be logged, so that the next sync finds the change again', async () => {
  await storeFacts.write(read(), claim);
  log.append = () => Promise.reject(new Error('disk full'));
  await expect(storeFacts.write(read({ currency: 'CHF' }), claim)).rejects.toThrow('disk full');
  expect(await storeFacts.read()).toEqual(facts);
});

test('they are not replaced by those of a response that was requested earlier', async () => {
  await storeFacts.write(read({ currency: 'CHF' }, 2), claim);
  await storeFacts.write(read({ currency: 'EUR' }, 1), claim);
  expect((await storeFacts.read())?.currency).toBe('CHF');
  await storeFacts.write(read({ currency: 'CHF' }, 3), claim);
  await storeFacts.write(read({ currency: 'USD' }, 3), claim);
  await settled();
  expect((await storeFacts.read())?.currency).toBe('USD');
  expect(received).toHaveLength(2);
});
