import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createKnexRunHistory } from '../../server/src/sync/runs/knex-run-history';
import { createKnexRunLog } from '../../server/src/sync/runs/knex-run-log';
import { createKnexRunStore } from '../../server/src/sync/runs/knex-run-store';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { days, hours, type Milliseconds, milliseconds, seconds } from '../../server/src/lib/durations';
import type { ExecutionOptions, RunExecutor } from '../../server/src/sync/execution/run-executor';
import type { RunRecord } from '../../server/src/sync/runs/run-record';
import type { RunKind } from '../../server/src/sync/runs/run-store';
import { createSyncService, type SyncServiceOptions } from '../../server/src/sync/sync-service';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';
import { createQuietLogger } from '../support/quiet-logger';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';

let lastId = 0;

/** A run that an instance is executing, to be ended by the test. */
interface Work {
  run: RunRecord;
  signal: AbortSignal;
  finish(): void;
}

describe('instances of one site', () => {
  let tables: OwnTables;
  let clock: ManualClock;

  beforeEach(async () => {
    tables = await openOwnTables();
    clock = new ManualClock();
  });
  afterEach(() => tables.close());

  /**
   * One instance; `die` disconnects it from the clock, like a hung machine: it neither sends heartbeats nor ends its
   * runs.
   */
  function anInstance({
    interruptPasses,
    ahead = milliseconds(0),
    stopsAfter = milliseconds(0),
    beatTakes = milliseconds(0),
  }: Pick<SyncServiceOptions, 'interruptPasses'> &
    Partial<Record<'ahead' | 'stopsAfter' | 'beatTakes', Milliseconds>> = {}) {
    const own = { isDead: false, tidying: Promise.resolve() };
    const ownClock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      wait: (duration: Parameters<ManualClock['wait']>[0], signal?: AbortSignal) =>
        clock.wait(duration, signal).then(() => (own.isDead ? new Promise<void>(() => undefined) : undefined)),
    };
    const logger = createQuietLogger();
    const runs = createKnexRunStore(tables.database);
    const works: Work[] = [];
    const execute: RunExecutor = (run, { signal }: ExecutionOptions) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => void ownClock.wait(stopsAfter).then(() => reject(signal.reason)));
        works.push({ run, signal, finish: () => resolve(run) });
      });
    const sync = createSyncService({
      // Runs after the end of a run is stored, and before its lease is released.
      runs: {
        ...runs,
        prune: (before) => own.tidying.then(() => runs.prune(before)),
        isCancelRequested: async (id) => {
          if (beatTakes > 0) await ownClock.wait(beatTakes);
          return runs.isCancelRequested(id);
        },
      },
      history: createKnexRunHistory(tables.database),
      runLog: createKnexRunLog(tables.database),
      leases: createKnexLeaseStore({
        database: tables.database,
        clock: createMachineClock({ database: tables.database, clock }),
      }),
      clock: { ...ownClock, now: () => new Date(clock.now().getTime() + ahead) },
      databaseClock: createMachineClock({ database: tables.database, clock }),
      logger,
      newId: () => `id-${(lastId += 1)}`,
      drawReadVersion: () => createReadVersions(tables.database).draw(),
      identifyStore: async () => ({ storeHash: 'abc' }),
      execute,
      ...(interruptPasses && { interruptPasses }),
    });
    const holdUpTidying = () => {
      let goOn: () => void = () => undefined;
      own.tidying = new Promise((resolve) => {
        goOn = resolve;
      });
      return goOn;
    };
    return { sync, works, runs, logger, die: () => void (own.isDead = true), holdUpTidying };
  }

  /** Advances the clock in small steps until the promise is settled; returns how long that took. */
  async function during<Value>(promise: Promise<Value>): Promise<{ value: Value; took: number }> {
    const start = clock.now().getTime();
    const state = { isSettled: false };
    const settling = promise.finally(() => {
      state.isSettled = true;
    });
    for (let step = 0; step < 600 && !state.isSettled; step += 1) await clock.advance(milliseconds(50));
    return { value: await settling, took: clock.now().getTime() - start };
  }

  test('execute one run at a time, whichever instance starts it', async () => {
    const [one, two] = [anInstance(), anInstance()];
    const started = await one.sync.start({ mode: 'full' });
    expect(await two.sync.start({ mode: 'full' })).toMatchObject({ kind: 'busy', run: { id: started.run?.id } });
    expect(await two.sync.exclusively(async () => 'never')).toEqual({ kind: 'busy' });
    one.works[0]?.finish();
    await during(one.sync.stop());
    expect((await two.sync.start({ mode: 'full' })).kind).toBe('started');
  });

  test('can start the next run, and what runs exclude, as soon as a run is known to have ended', async () => {
    const { sync, works, holdUpTidying } = anInstance();
    const afterRun = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
      const goOn = holdUpTidying();
      works.at(-1)?.finish();
      await eventually(async () => (await sync.state()).current === null);
      const asked = ask();
      goOn();
      return asked;
    };
    await sync.start({ mode: 'full' });
    expect((await afterRun(() => sync.start({ mode: 'full' }))).kind).toBe('started');
    expect(await afterRun(() => sync.exclusively(async () => 'cleared'))).toEqual({ kind: 'done', result: 'cleared' });
  });

  test("date their runs by the database's clock, whatever their own shows", async () => {
    const { sync, works, runs } = anInstance({ ahead: hours(1) });
    const moment = clock.now();
    await sync.start({ mode: 'full' });
    works[0]?.finish();
    await eventually(async () => (await sync.state()).current === null);
    const kind: RunKind = { storeHash: 'abc', statuses: ['running', 'succeeded', 'partial', 'failed'], mode: 'full' };
    expect(await runs.findLast(kind)).toMatchObject({ startedAt: moment, finishedAt: moment });
  });

  test('interrupt passes over markets for what asks for it, and for nothing else', async () => {
    let end: () => void = () => undefined;
    const { sync } = anInstance({
      interruptPasses: async () => {
        end();
        return true;
      },
    });
    const passes = sync.exclusively(() => new Promise<void>((resolve) => (end = resolve)));
    await clock.advance(milliseconds(50));
    expect(await sync.exclusively(async () => 'never')).toEqual({ kind: 'busy' });
    const { value } = await during(sync.exclusively(async () => 'cleared', { interruptsPasses: true }));
    expect(value).toEqual({ kind: 'done', result: 'cleared' });
    expect((await passes).kind).toBe('done');
  });

  test('cancel the run of another instance within two seconds', async () => {
    const [one, two] = [anInstance(), anInstance()];
    await one.sync.start({ mode: 'full' });
    const { value, took } = await during(two.sync.cancel());
    expect(value?.status).toBe('cancelled');
    expect(took).toBeLessThanOrEqual(2000);
    expect(one.works[0]?.signal.aborted).toBe(true);
    expect((await two.sync.start({ mode: 'full' })).kind).toBe('started');
  });

  test('cancel no other run than the one that is named', async () => {
    const [one, two] = [anInstance(), anInstance()];
    await one.sync.start({ mode: 'full' });
    expect(await two.sync.cancel({ runId: 'one that has ended' })).toBeNull();
    expect(one.works[0]?.signal.aborted).toBe(false);
    const runId = one.works[0]?.run.id;
    const { value } = await during(two.sync.cancel({ runId }));
    expect(value).toMatchObject({ id: runId, status: 'cancelled' });
  });

  test('cancel the run of a hung or dead instance within two seconds, and can start the next one immediately', async () => {
    const [one, two] = [anInstance(), anInstance()];
    await one.sync.start({ mode: 'full' });
    one.die();
    const { value, took } = await during(two.sync.cancel());
    expect(value?.status).toBe('cancelled');
    expect(took).toBeLessThanOrEqual(2000);
    expect((await two.sync.start({ mode: 'full' })).kind).toBe('started');
  });

  test('can start the next run at once after one that was slow to stop, whichever instance canceled it', async () => {
    const [one, two] = [anInstance({ stopsAfter: seconds(4) }), anInstance()];
    for (const canceling of [one, two]) {
      await one.sync.start({ mode: 'full' });
      expect((await during(canceling.sync.cancel())).value?.status).toBe('cancelled');
      expect((await during(one.sync.start({ mode: 'full' }))).value.kind).toBe('started');
      one.works.at(-1)?.finish();
      await eventually(async () => (await one.sync.state()).current === null);
    }
  });

  test('can start the next run on an instance that has not noticed yet that another one ended its run', async () => {
    const [one, two] = [anInstance({ beatTakes: seconds(6) }), anInstance()];
    const { value: first } = await during(one.sync.start({ mode: 'full' }));
    await during(eventually(async () => one.works.length === 1));
    expect((await during(two.sync.cancel())).value?.status).toBe('cancelled');
    const { value: next } = await during(one.sync.start({ mode: 'full' }));
    expect(next.kind).toBe('started');
    expect(next.run?.id).not.toBe(first.run?.id);
  });

  test('reject the writes of a hung instance whose run was ended in the meantime', async () => {
    const [one, two] = [anInstance(), anInstance()];
    await one.sync.start({ mode: 'full' });
    one.die();
    await during(two.sync.cancel());

    const run = one.works[0]?.run;
    if (!run) throw new Error('nothing was started');
    const checkpoint = { run: { ...run, page: 7 }, seen: null, failures: [] };
    expect(await tables.database.transaction((transaction) => one.runs.checkpoint(transaction, checkpoint))).toBe(
      false,
    );
    expect(await one.runs.finish({ ...run, status: 'succeeded' })).toBe(false);
    expect((await two.sync.state()).last).toMatchObject({ status: 'cancelled' });
  });

  test('resume the run of a dead instance once its lease has expired, and not before', async () => {
    const [one, two] = [anInstance(), anInstance()];
    const started = await one.sync.start({ mode: 'full' });
    one.die();
    void two.sync.watch();
    await clock.advance(seconds(10));
    expect(two.works).toHaveLength(0);
    await clock.advance(seconds(11));
    expect(two.works.map(({ run }) => run.id)).toEqual([started.run?.id]);
    two.works[0]?.finish();
    await during(two.sync.stop());
  });

  test('do not resume a run that was canceled while no instance ran it', async () => {
    const [one, two] = [anInstance(), anInstance()];
    const started = await one.sync.start({ mode: 'full' });
    one.die();
    await two.runs.requestCancel(String(started.run?.id));
    void two.sync.watch();
    await clock.advance(seconds(25));
    expect(two.works).toHaveLength(0);
    expect((await two.sync.state()).last).toMatchObject({ id: started.run?.id, status: 'cancelled' });
    await during(two.sync.stop());
  });

  test('release their run when they stop, and another resumes it at its checkpoint', async () => {
    const [one, two] = [anInstance(), anInstance()];
    const started = await one.sync.start({ mode: 'full' });
    await during(one.sync.stop());
    expect(await two.sync.start({ mode: 'incremental' })).toMatchObject({
      kind: 'busy',
      run: { id: started.run?.id, mode: 'full' },
    });
    expect(two.works.map(({ run }) => run.id)).toEqual([started.run?.id]);
  });

  test('delete runs older than 90 days, but never the last success and the last full pass', async () => {
    const { sync, works } = anInstance();
    const ids: string[] = [];
    for (const [mode, isSuccess] of [
      ['full', true],
      ['full', true],
      ['incremental', true],
      ['incremental', false],
    ] as const) {
      const started = await sync.start({ mode });
      ids.push(String(started.run?.id));
      if (isSuccess) works.at(-1)?.finish();
      else await during(sync.cancel());
      await clock.advance(seconds(1));
    }
    await clock.advance(days(91));
    await sync.start({ mode: 'incremental' });
    await during(sync.cancel());
    const { runs } = await sync.history({ page: 1, perPage: 10 });
    expect(runs.map(({ id }) => id).slice(1)).toEqual([ids[2], ids[1]]);
  });

  test('have nothing to cancel when nothing is running', async () => {
    expect(await anInstance().sync.cancel()).toBeNull();
  });
});
