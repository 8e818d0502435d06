import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogStore } from '../../server/src/catalog/writing/catalog-store';
import { DatabaseDownError } from '../../server/src/database/conflicts';
import { createKnexRunStore } from '../../server/src/sync/runs/knex-run-store';
import { machineLoop } from '../../server/src/lib/clock';
import { createWorkScheduler } from '../../server/src/lib/work-scheduler';
import { milliseconds } from '../../server/src/lib/durations';
import { type WritingTools, writePage } from '../../server/src/sync/execution/page-writer';
import { RunEndedError } from '../../server/src/sync/runs/sync-errors';
import { aBrand } from '../support/shops/catalog-items';
import { ManualClock } from '../support/time/clocks';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { aRunRecord } from '../support/shops/run-records';

const run = aRunRecord();
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('writing upstream responses', () => {
  let tables: OwnTables;

  beforeEach(async () => {
    tables = await openOwnTables();
    await createKnexRunStore(tables.database).create(run);
  });
  afterEach(() => tables.close());

  /** A catalog that accepts at most that many items per batch, and records what is committed. */
  function aWriter(given: {
    mostAtOnce: number;
    beforeTransaction?: (number: number) => Promise<void>;
    thread?: WritingTools['thread'];
  }) {
    const written: number[][] = [];
    const abort = new AbortController();
    const runs = createKnexRunStore(tables.database);
    let begun = 0;
    const store: CatalogStore = {
      async transaction(work) {
        begun += 1;
        await given.beforeTransaction?.(begun);
        const before = written.length;
        try {
          return await tables.database.transaction(work);
        } catch (error) {
          written.length = before;
          throw error;
        }
      },
      async upsert(_transaction, _entity, { responses }) {
        const ids = responses.flatMap(({ items }) => items.map(({ id }) => id));
        if (ids.length > given.mostAtOnce) throw new Error('too many at once');
        written.push(ids);
        return ids.map((id) => ({ id, kind: 'created' as const }));
      },
      remove: async () => [],
      count: async () => 0,
      unseen: async () => [],
      findDiffering: async () => [],
    };
    const tools: WritingTools = {
      store,
      runs,
      clock: new ManualClock(),
      workScheduler: createWorkScheduler({ loop: machineLoop, isBusy: () => false, blocksReaders: false }),
      log: { note: () => undefined },
      signal: abort.signal,
      marketMarks: async () => null,
      thread: given.thread ?? null,
      spent: () => ({ requests: 0, waited: milliseconds(0), quotaLeft: null }),
    };
    const write = (ids: readonly number[]) =>
      writePage(tools, {
        run,
        entity: 'brand',
        page: { items: ids.map((id) => aBrand({ id })), readVersion: 1, failures: [], progress: {} },
      });
    const takeOver = () => runs.takeOver(run.id);
    const endByForce = () => runs.finish({ ...run, status: 'cancelled' });
    return { write, written, abort, endByForce, takeOver, found: () => runs.findRunning() };
  }

  test('writes item by item when the database rejects a whole batch', async () => {
    const { write, written } = aWriter({ mostAtOnce: 1 });
    expect((await write([1, 2, 3])).counts.brand).toMatchObject({ created: 3, failed: 0 });
    expect(written).toEqual([[1], [2], [3]]);
  });

  test('writes no more items of a rejected batch once the run was ended', async () => {
    const writer = aWriter({
      mostAtOnce: 1,
      // Transaction 1 is the whole batch.
      beforeTransaction: async (number) => void (number === 3 && (await writer.endByForce())),
    });
    await expect(writer.write([1, 2, 3, 4])).rejects.toThrow(RunEndedError);
    expect(writer.written).toEqual([[1]]);
  });

  test('commits nothing of a page once another instance has resumed the run, however long the process was paused', async () => {
    const writer = aWriter({ mostAtOnce: 9, beforeTransaction: async () => void (await writer.takeOver()) });
    await expect(writer.write([1, 2, 3])).rejects.toThrow(RunEndedError);
    expect(writer.written).toEqual([]);
    expect(await writer.found()).toMatchObject({ epoch: 1, page: run.page, counts: run.counts });
  });

  test('writes no more items of a rejected batch once another instance has resumed the run', async () => {
    const writer = aWriter({
      mostAtOnce: 1,
      beforeTransaction: async (number) => void (number === 3 && (await writer.takeOver())),
    });
    await expect(writer.write([1, 2, 3, 4])).rejects.toThrow(RunEndedError);
    expect(writer.written).toEqual([[1]]);
  });

  test('writes no more items of a rejected batch once the run is canceled', async () => {
    const reason = new Error('canceled');
    const writer = aWriter({
      mostAtOnce: 1,
      beforeTransaction: async (number) => void (number === 3 && writer.abort.abort(reason)),
    });
    await expect(writer.write([1, 2, 3, 4])).rejects.toBe(reason);
    expect(writer.written).toEqual([[1], [2]]);
  });

  test('blames no item for a database that accepts no connections for a moment', async () => {
    const writer = aWriter({
      mostAtOnce: 1,
      beforeTransaction: async (number) => {
        if (number === 3) throw refused;
      },
    });
    await expect(writer.write([1, 2, 3, 4])).rejects.toBe(refused);
    expect(writer.written).toEqual([[1]]);
    expect(await writer.found()).toMatchObject({ page: run.page, counts: run.counts });
  });

  test('tells a database that was there before the page from one that accepted no connections to begin with', async () => {
    const inTurn = (errors: readonly (Error | null)[]) => async (number: number) => {
      const error = errors[number - 1];
      if (error) throw error;
    };
    const failure = (...errors: (Error | null)[]) =>
      aWriter({ mostAtOnce: 1, beforeTransaction: inTurn(errors) })
        .write([1, 2])
        .catch((error: unknown) => error);
    expect(await failure(refused)).toBe(refused);
    expect(await failure(lost, refused)).toBeInstanceOf(DatabaseDownError);
    expect(await failure(null, lost, refused)).toBeInstanceOf(DatabaseDownError);
    expect(await failure(null, lost, null, refused)).toBeInstanceOf(DatabaseDownError);

    const throughThread = (reason: Error) =>
      aWriter({
        mostAtOnce: 1,
        beforeTransaction: inTurn([refused]),
        thread: { write: async () => null, failure: () => reason, close: async () => undefined },
      }).write([1, 2]);
    await expect(throughThread(lost)).rejects.toBeInstanceOf(DatabaseDownError);
    await expect(throughThread(refused)).rejects.toBe(refused);
  });

  test('starts no further batch once the run is canceled', async () => {
    const reason = new Error('canceled');
    const ids = Array.from({ length: 400 }, (_, place) => place + 1);
    const writer = aWriter({ mostAtOnce: 400, beforeTransaction: async () => writer.abort.abort(reason) });
    await expect(writer.write(ids)).rejects.toBe(reason);
    expect(writer.written).toHaveLength(1);
  });
});
