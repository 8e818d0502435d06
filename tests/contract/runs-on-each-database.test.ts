import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import type { RunChange, RunFailure, RunReason } from '../../contracts/admin/runs';
import { createKnexRunHistory } from '../../server/src/sync/runs/knex-run-history';
import { createKnexRunStore } from '../../server/src/sync/runs/knex-run-store';
import { tables } from '../../server/src/database/tables';
import { noCounts, type RunRecord } from '../../server/src/sync/runs/run-record';
import { days, seconds } from '../../server/src/lib/durations';
import { whenAvailable } from '../support/requirements';
import { aRunRecord } from '../support/shops/run-records';
import { databaseKinds } from '../support/databases/test-databases';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';

const oddText = 'Größe “XL” — 100 % ☕️ 漢字 \\ \' " ? $1 :name \n';
const many = Array.from({ length: 12 }, (_, place) => place);

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`runs on ${kind.name}`, (at) => {
    let own: SharedTables;
    let database: Knex;
    let elsewhere: Knex;

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      ({ database, elsewhere } = own);
    });
    beforeEach(() => own.empty([tables.runs, tables.runSeen, tables.runFailures, tables.runChanges]));
    afterAll(() => own.close());

    test('a run stores what it saw and what failed with its checkpoint, and nothing after its end', async () => {
      const [runs, history] = [createKnexRunStore(database), createKnexRunHistory(elsewhere)];
      const run = aRunRecord({ channelId: 7, modifiedSince: new Date(5), error: oddText });
      await runs.create(run);
      expect(await createKnexRunStore(elsewhere).findRunning()).toEqual(run);

      const ids = Array.from({ length: 520 }, (_, place) => place + 1);
      const failures: RunFailure[] = ids.map((id) => ({
        entity: 'product',
        id,
        name: oddText,
        reason: `${id} ${oddText}`,
      }));
      const checkpoint = {
        run: { ...run, page: 3, waited: seconds(90) },
        seen: { entity: 'product' as const, ids },
        failures,
      };
      expect(await database.transaction((transaction) => runs.checkpoint(transaction, checkpoint))).toBe(true);
      // A partly written page is processed again.
      expect(
        await database.transaction((transaction) => runs.checkpoint(transaction, { ...checkpoint, failures: [] })),
      ).toBe(true);
      expect(await runs.seenAmong(run.id, { entity: 'product', ids: [5, 520, 521] })).toEqual(new Set([5, 520]));

      await runs.requestCancel(run.id);
      expect(await runs.isCancelRequested(run.id)).toBe(true);
      const isHeld = () => database.transaction((transaction) => runs.holdRunning(transaction, run));
      expect(await isHeld()).toBe(true);
      const ended = { ...checkpoint.run, status: 'cancelled' as const, finishedAt: new Date('2026-03-01T13:00:00Z') };
      expect([await runs.finish(ended), await runs.finish({ ...ended, status: 'succeeded' })]).toEqual([true, false]);
      expect(
        await database.transaction((transaction) =>
          runs.checkpoint(transaction, { ...checkpoint, seen: null, failures: [] }),
        ),
      ).toBe(false);
      expect(await isHeld()).toBe(false);
      expect([await runs.findRunning(), await history.find(run.id)]).toEqual([null, ended]);
      expect((await runs.seenAmong(run.id, { entity: 'product', ids: [5] })).size).toBe(0);
      expect(await all(history.allFailures(run.id))).toEqual(failures);
    });

    test('a resumed run accepts nothing more from its earlier holder', async () => {
      const [one, two] = [createKnexRunStore(database), createKnexRunStore(elsewhere)];
      const run = aRunRecord({ id: 'taken', phase: 'products', page: 4 });
      await one.create(run);
      const taken = await two.takeOver(run.id);
      expect(taken).toEqual({ ...run, epoch: 1, deaths: 1 });
      if (!taken) throw new Error('nothing was taken over');
      const checkpoint = { run: { ...taken, page: 5 }, seen: { entity: 'product' as const, ids: [1] }, failures: [] };
      expect(await elsewhere.transaction((transaction) => two.checkpoint(transaction, checkpoint))).toBe(true);

      const late = { run: { ...run, page: 9 }, seen: null, failures: [] };
      expect(await database.transaction((transaction) => one.checkpoint(transaction, late))).toBe(false);
      expect(await database.transaction((transaction) => one.holdRunning(transaction, run))).toBe(false);
      expect(await one.noteItem(run, { entity: 'product', id: 7 })).toBe(false);
      expect(await one.finish({ ...run, status: 'failed' })).toBe(false);
      await one.release(run);
      expect(await two.findRunning()).toEqual({ ...taken, page: 5 });
      expect(await two.seenAmong(run.id, { entity: 'product', ids: [1] })).toEqual(new Set([1]));
      await two.release(taken);
      expect(await two.takeOver(run.id)).toMatchObject({ epoch: 2, deaths: 1 });
      expect(await one.finish({ ...taken, epoch: 2, status: 'cancelled' })).toBe(true);
      expect(await two.takeOver(run.id)).toBeNull();
    });

    test('a run that is left without a database blames no item, and counts no death', async () => {
      const runs = createKnexRunStore(database);
      await runs.create(aRunRecord({ id: 'left', deaths: 1 }));
      const taken = await runs.takeOver('left');
      if (!taken) throw new Error('nothing was taken over');
      const item = { entity: 'product' as const, id: 7 };
      await runs.noteItem(taken, item);
      await runs.release(taken);
      expect(await runs.findRunning()).toMatchObject({ deaths: 1, itemInProgress: item });
      const again = await runs.takeOver('left');
      if (!again) throw new Error('nothing was taken over');
      await runs.release(taken, { clearsItem: true });
      expect(await runs.findRunning()).toMatchObject({ deaths: 2, itemInProgress: item });
      await runs.release(again, { clearsItem: true });
      expect(await runs.findRunning()).toMatchObject({ deaths: 1, itemInProgress: null });
    });

    test('a run under way begins again in full if what it wrote is gone', async () => {
      const runs = createKnexRunStore(database);
      const counts = noCounts();
      counts.category = { ...counts.category, fetched: 3, created: 1, unchanged: 2 };
      const run = aRunRecord({
        id: 'lost',
        mode: 'incremental',
        modifiedSince: new Date(5),
        phase: 'products',
        channelId: 7,
        requests: 9,
      });
      await runs.create(run);
      const checkpoint = {
        run: { ...run, page: 4, counts, upstreamStartedAt: new Date(6), deaths: 2 },
        seen: { entity: 'category' as const, ids: [1, 2, 3] },
        failures: [{ entity: 'product' as const, id: 4, name: null, reason: 'no title' }],
      };
      await database.transaction((transaction) => runs.checkpoint(transaction, checkpoint));

      expect(await runs.restartLost(async () => false)).toBeNull();
      expect(await runs.findRunning()).toEqual(checkpoint.run);
      expect(await runs.restartLost(async () => true)).toBe(run.id);
      expect(await runs.findRunning()).toEqual(
        aRunRecord({ id: 'lost', mode: 'full', channelId: 7, requests: 9, epoch: 1 }),
      );
      expect((await runs.seenAmong(run.id, checkpoint.seen)).size).toBe(0);
      expect(await createKnexRunHistory(database).countFailures(run.id)).toBe(0);
      // A holder that is still alive does not continue from the page that it has reached.
      expect(await database.transaction((transaction) => runs.checkpoint(transaction, checkpoint))).toBe(false);
    });

    test('a first import that has written nothing, a dry run, and an ended run never begin again', async () => {
      const runs = createKnexRunStore(database);
      const counts = noCounts();
      counts.product = { ...counts.product, fetched: 1, created: 1 };
      await runs.create(aRunRecord({ id: 'ended', status: 'cancelled', counts }));
      await runs.create(aRunRecord({ id: 'dry', isDry: true, counts }));
      expect(await runs.restartLost(async () => true)).toBeNull();
      await runs.create(aRunRecord({ id: 'first', phase: 'brands', page: 1 }));
      expect(await runs.restartLost(async () => true)).toBeNull();
      expect(await database(tables.runs).where('epoch', '>', 0)).toEqual([]);
    });

    test('a first import that commits its first page meanwhile does not begin again', async () => {
      const [runs, elsewhereRuns] = [createKnexRunStore(database), createKnexRunStore(elsewhere)];
      const run = aRunRecord({ id: 'first' });
      await runs.create(run);
      const counts = noCounts();
      counts.product = { ...counts.product, fetched: 1, created: 1 };
      // Stands for a table of records.
      const isEmpty = async (source: Knex) => (await source(tables.runChanges).first()) === undefined;
      let restarted: Promise<string | null> = Promise.resolve(null);
      await elsewhere.transaction(async (transaction) => {
        const change: RunChange = { entity: 'product', id: 1, name: null, kind: 'created', fields: [] };
        await elsewhereRuns.noteChanges(transaction, run.id, [change]);
        await elsewhereRuns.checkpoint(transaction, { run: { ...run, counts }, seen: null, failures: [] });
        restarted = runs.restartLost(isEmpty);
        restarted.catch(() => undefined);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      });
      expect(await restarted).toBeNull();
      expect(await runs.findRunning()).toMatchObject({ epoch: 0, counts });
    });

    test('a run that left out only failed items starts the next window, and one that listed fewer products does not', async () => {
      const runs = createKnexRunStore(database);
      const begin = new Date('2026-04-01T12:00:00Z').getTime();
      const failed: RunReason = { code: 'items_failed', values: { count: 1 } };
      const fewer: RunReason = { code: 'listed_fewer', values: { entity: 'product', total: 2, listed: 1 } };
      const mark = async () => (await runs.findMark('marked'))?.id;
      const end = (place: number, given: Partial<RunRecord>) =>
        runs.create(
          aRunRecord({ id: `marked-${place}`, storeHash: 'marked', startedAt: new Date(begin + place), ...given }),
        );
      await end(0, { status: 'partial', reasons: [fewer] });
      expect(await mark()).toBeUndefined();
      await end(1, { status: 'succeeded' });
      await end(2, { status: 'partial', reasons: [failed] });
      await end(3, { status: 'partial', reasons: [failed, fewer] });
      await end(4, { status: 'partial', reasons: [] });
      await end(5, { status: 'failed' });
      await end(6, { status: 'partial', reasons: [failed], isDry: true });
      expect(await mark()).toBe('marked-2');
      await runs.prune(new Date(begin + days(1)));
      expect(await mark()).toBe('marked-2');
    });

    test('runs are listed newest first, and pruned except for the last success, the last full pass, and the last that compared everything', async () => {
      const [runs, history] = [createKnexRunStore(database), createKnexRunHistory(database)];
      const begin = new Date('2026-03-01T12:00:00Z').getTime();
      const kinds = [
        ['full', 'succeeded'],
        ['full', 'partial'],
        ['incremental', 'succeeded'],
        ['sweep', 'failed'],
        ['incremental', 'cancelled'],
      ] as const;
      for (const [place, [mode, status]] of kinds.entries())
        await runs.create(aRunRecord({ id: `run-${place}`, mode, status, startedAt: new Date(begin + place) }));
      await runs.create(aRunRecord({ id: 'dry', isDry: true, status: 'succeeded', startedAt: new Date(begin + 9) }));
      const changes: RunChange[] = many.map((id) => ({
        entity: 'product',
        id,
        name: oddText,
        kind: 'updated',
        fields: ['title', oddText],
      }));
      await database.transaction((transaction) => runs.noteChanges(transaction, 'run-2', changes));

      const listed = async () => (await history.list({ page: 1, perPage: 4 })).runs.map(({ id }) => id);
      expect(await listed()).toEqual(['dry', 'run-4', 'run-3', 'run-2']);
      expect((await runs.findLast({ storeHash: 'abc', statuses: ['succeeded', 'partial'] }))?.id).toBe('run-2');
      expect(await history.lastSuccess()).toEqual(new Date(begin + 2));
      await runs.prune(new Date(begin + days(1)));
      expect([await listed(), (await history.list({ page: 1, perPage: 1 })).total]).toEqual([
        ['run-2', 'run-1', 'run-0'],
        3,
      ]);
      expect(await all(history.allChanges('run-2'))).toEqual(changes);
    });
  });
}

async function all<Item>(parts: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const part of parts) items.push(...part);
  return items;
}
