import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { createMarketPassMemory } from '../../server/src/sync/market-pass-memory';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';

let tables: OwnTables;
beforeAll(async () => {
  tables = await openOwnTables();
});
afterAll(() => tables.close());

test('what an administrator confirmed outlasts the sync that ends next', async () => {
  let version = 0;
  const memory = createMarketPassMemory({
    state: createKnexStateStore(tables.database),
    drawVersion: async () => (version += 1),
  });
  await memory.want('abroad', { confirms: true });
  await memory.wantAll();
  expect(await memory.wanted()).toMatchObject({ all: 2, confirmed: { abroad: 1 } });
});
