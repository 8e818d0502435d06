import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { createMarketPassMemory } from '../../server/src/sync/markets/market-pass-memory';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';

let tables: OwnTables;
beforeEach(async () => {
  tables = await openOwnTables();
});
afterEach(() => tables.close());

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

test('what was requested later stays requested, whichever instance writes it down first', async () => {
  const drawn = [10, 30, 20, 20, 20];
  const memory = createMarketPassMemory({
    state: createKnexStateStore(tables.database),
    drawVersion: async () => drawn.shift() ?? 0,
  });
  await memory.wantParts(['prices 3', 'texts 3']);
  await memory.wantParts(['prices 3']);
  await memory.want('abroad', { confirms: false });
  await memory.noteLeftOut('prices 3');
  await memory.wantAll();
  expect(await memory.wanted()).toMatchObject({ all: 20, markets: {}, parts: { 'prices 3': 30 } });
});

test('what was canceled stays so until it is requested, alone or with its market', async () => {
  let version = 0;
  const memory = createMarketPassMemory({
    state: createKnexStateStore(tables.database),
    drawVersion: async () => (version += 1),
  });
  const canceled = async () => (await memory.wanted()).canceled;
  expect(await memory.cancel(() => [])).toBe(false);
  expect(await memory.wanted()).toMatchObject({ canceled: [], stops: 0 });
  expect(await memory.cancel(() => ['membership 3', 'prices 3'])).toBe(true);
  expect(await memory.cancel(() => ['membership 3', 'texts 3'])).toBe(true);
  expect(await memory.wanted()).toMatchObject({ canceled: ['membership 3', 'prices 3', 'texts 3'], stops: 2 });
  await memory.wantParts(['prices 3']);
  expect(await canceled()).toEqual(['membership 3', 'texts 3']);
  await memory.noteLeftOut('texts 3');
  expect(await canceled()).toEqual(['membership 3']);
  await memory.want('abroad', { confirms: false });
  expect(await canceled()).toEqual([]);
});

test('an event that concerns what failed before changes neither why nor since when it waits', async () => {
  let version = 0;
  const memory = createMarketPassMemory({
    state: createKnexStateStore(tables.database),
    drawVersion: async () => (version += 1),
  });
  const trouble = { code: 'x', values: {}, message: 'x', isHeld: true, isLasting: true };
  const [failedAt, later] = [new Date(1_000), new Date(2_000)];
  await memory.noteUnread('membership 3', trouble, failedAt);
  await memory.noteUnread('membership 3', trouble, later);
  expect((await memory.failed()).get('membership 3')).toEqual({
    ...trouble,
    at: failedAt,
    firstAt: failedAt,
    since: 1,
  });
  expect((await memory.wanted()).parts).toEqual({ 'membership 3': 2 });

  await memory.noteOutcome('membership 3', null);
  await memory.noteLeftOut('membership 3');
  expect((await memory.failed()).size).toBe(0);
  expect((await memory.wanted()).parts).toEqual({ 'membership 3': 3 });
});

test('what failed says since when, until it did not fail', async () => {
  const memory = createMarketPassMemory({ state: createKnexStateStore(tables.database), drawVersion: async () => 9 });
  const trouble = { code: 'x', values: { status: 422 }, message: 'x', isHeld: false, isLasting: true };
  const at = (minute: number) => new Date(minute * 60_000);
  const known = async () => (await memory.failed()).get('prices 3 EUR guests');
  const note = (minute: number) => memory.noteOutcome('prices 3 EUR guests', { ...trouble, at: at(minute), since: 1 });
  await note(1);
  await note(2);
  expect(await known()).toEqual({ ...trouble, at: at(2), firstAt: at(1), since: 1 });
  await memory.noteUnread('prices 3 EUR guests', trouble, at(3));
  expect(await known()).toMatchObject({ firstAt: at(1) });
  await memory.noteOutcome('prices 3 EUR guests', null);
  expect(await known()).toBeUndefined();
  await note(4);
  expect(await known()).toMatchObject({ firstAt: at(4) });
});
