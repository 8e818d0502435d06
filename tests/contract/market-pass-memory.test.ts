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

test('an event that concerns what failed before changes neither why nor since when it waits', async () => {
  let version = 0;
  const memory = createMarketPassMemory({
    state: createKnexStateStore(tables.database),
    drawVersion: async () => (version += 1),
  });
  const trouble = { code: 'x', message: 'x', isHeld: true, isLasting: true };
  const [failedAt, later] = [new Date(1_000), new Date(2_000)];
  await memory.noteUnread('membership 3', trouble, failedAt);
  await memory.noteUnread('membership 3', trouble, later);
  expect((await memory.failed()).get('membership 3')).toEqual({ ...trouble, at: failedAt, since: 1 });
  expect((await memory.wanted()).parts).toEqual({ 'membership 3': 2 });

  await memory.noteOutcome('membership 3', null);
  await memory.noteLeftOut('membership 3');
  expect((await memory.failed()).size).toBe(0);
  expect((await memory.wanted()).parts).toEqual({ 'membership 3': 3 });
});
