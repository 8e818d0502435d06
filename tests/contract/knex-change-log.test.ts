import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChangedIds, changedIdsSchema } from '../../server/src/catalog/changes/change-log';
import { listDependencies } from '../../server/src/catalog/changes/list-dependencies';
import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexChangeLog } from '../../server/src/catalog/changes/knex-change-log';
import { tables } from '../../server/src/database/tables';
import { minutes } from '../../server/src/lib/durations';
import { aChange } from '../support/shops/changed-ids';
import { ManualClock } from '../support/time/clocks';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

const ofProduct = (id: number): ChangedIds => aChange({ products: [id], dependencies: ['price'] });

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the change log on ${kind.name}`, (at) => {
    let own: OwnTables;
    const clock = new ManualClock();
    const logOf = (origin: string) =>
      createKnexChangeLog({
        database: own.database,
        newOrigin: () => origin,
        content: changedIdsSchema,
        clock: createMachineClock({ database: own.database, clock }),
        elapsed: () => clock.monotonic(),
      });

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.database(tables.changes).delete();
    });

    test('shows each instance once what the others changed, and none of its own changes', async () => {
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(1));
      const start = await mine.position();
      await theirs.append(ofProduct(2));
      await mine.append(ofProduct(3));
      const { position, changes } = await mine.since(start);
      expect(changes).toEqual([ofProduct(2)]);
      expect((await mine.since(position)).changes).toEqual([]);
    });

    test('has the newest entries with their numbers, regardless of the writer', async () => {
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(1));
      await mine.append(ofProduct(2));
      const position = await mine.position();
      await mine.append(ofProduct(3));
      const { entries, position: next } = await theirs.since(position);
      expect(entries).toMatchObject([{ id: next.last, mark: next.mark, change: ofProduct(3) }]);
      expect(await mine.newest(position, 1)).toMatchObject([
        { id: position.last, mark: position.mark, change: ofProduct(2) },
      ]);
      expect((await mine.newest(next, 3)).map(({ change }) => change)).toEqual([1, 2, 3].map(ofProduct));
    });

    test('includes a change that was committed after higher numbers', async () => {
      const log = logOf('mine');
      await log.append(ofProduct(0));
      const start = await log.position();
      const insert = (id: number) =>
        own
          .database(tables.changes)
          .insert({ id, origin: 'theirs', content: JSON.stringify(ofProduct(id)), made_at: 0 });
      await insert(start.last + 5);
      const { position } = await log.since(start);
      await insert(start.last + 4);
      const { changes, position: next } = await log.since(position);
      expect(changes).toEqual([ofProduct(start.last + 4)]);
      expect((await log.since(next)).changes).toEqual([]);
    });

    test.each([101, 150, 1000])('includes a change that is committed after %d others', async (others) => {
      // SQLite has one writer: nothing commits during an open transaction.
      if (kind.name === 'SQLite') return;
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(0));
      let position = await mine.position();
      const slow = await own.database.transaction();
      await theirs.append(ofProduct(900_000), slow);
      for (let other = 1; other <= others; other += 1) {
        await theirs.append(ofProduct(other));
        if (other % 50 !== 0) continue;
        const { changes, position: next } = await mine.since(position);
        expect(changes).toHaveLength(50);
        position = next;
      }
      position = (await mine.since(position)).position;
      await clock.advance(minutes(3));
      expect((await mine.since(position)).changes).toEqual([]);
      await slow.commit();
      expect((await mine.since(position)).changes).toEqual([ofProduct(900_000)]);
    });

    test('shows a starting instance a change whose transaction began earlier', async () => {
      if (kind.name === 'SQLite') return;
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(0));
      const slow = await own.database.transaction();
      await theirs.append(ofProduct(900_000), slow);
      for (let other = 1; other <= 150; other += 1) await theirs.append(ofProduct(other));
      const start = await mine.position();
      await slow.commit();
      const { changes, position } = await mine.since(start);
      expect(changes).toEqual([ofProduct(900_000)]);
      expect((await mine.since(position)).changes).toEqual([]);
    });

    test('reports lost changes when a filled gap may have been pruned, even though the cursor has not', async () => {
      if (kind.name === 'SQLite') return;
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(0));
      const start = await mine.position();
      const slow = await own.database.transaction();
      await theirs.append(ofProduct(900_000), slow);
      for (let other = 1; other <= 150; other += 1) await theirs.append(ofProduct(other));
      const { position } = await mine.since(start);
      await slow.commit();
      // This instance is idle for a while.
      await clock.advance(minutes(90));
      await logOf('theirs').pruneFromTimeToTime();
      expect((await mine.since(position)).changes).toBe('unknown');
    });

    test('forgets numbers whose transaction was rolled back, and drops nothing for them', async () => {
      if (kind.name === 'SQLite') return;
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(0));
      let { position } = await mine.since(await mine.position());
      for (let round = 1; round <= 20; round += 1) {
        const failing = await own.database.transaction();
        await theirs.append(ofProduct(900_000), failing);
        await failing.rollback();
        await theirs.append(ofProduct(round));
        const { changes, position: next } = await mine.since(position);
        expect(changes).toEqual([ofProduct(round)]);
        position = next;
      }
      expect(position.gaps.size).toBe(20);
      await clock.advance(minutes(11));
      position = (await mine.since(position)).position;
      expect(position.gaps.size).toBe(0);
    });

    test('reports lost changes, once, after the table was restored to an earlier state', async () => {
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      for (let id = 1; id <= 5; id += 1) await theirs.append(ofProduct(id));
      const start = await mine.position();
      const rewrite = (id: number, made_at: number) =>
        own.database(tables.changes).insert({ id, origin: 'theirs', content: JSON.stringify(ofProduct(id)), made_at });
      await own
        .database(tables.changes)
        .where('id', '>', start.last - 2)
        .delete();
      const behind = await mine.since(start);
      expect(behind.changes).toBe('restored');
      expect((await mine.since(behind.position)).changes).toEqual([]);
      // Other instances wrote more, past its cursor.
      for (let id = start.last - 1; id <= start.last + 3; id += 1) await rewrite(id, 77);
      expect((await mine.since(start)).changes).toBe('restored');
      expect((await mine.since(behind.position)).changes).toHaveLength(5);
    });

    test('reads what another version of the plugin wrote as a change of everything that lists depend on', async () => {
      const log = logOf('mine');
      const start = await log.position();
      const ofEarlierVersion = {
        products: [1],
        categories: [],
        brands: [],
        isStoreChanged: false,
        isEverything: false,
      };
      const ofLaterVersion = { ...ofProduct(2), dependencies: ['price', 'colour'] };
      for (const content of [ofEarlierVersion, ofLaterVersion]) {
        await own.database(tables.changes).insert({ origin: 'theirs', content: JSON.stringify(content), made_at: 0 });
      }
      const { changes } = await log.since(start);
      expect(changes).toEqual([
        { ...ofProduct(1), dependencies: listDependencies },
        { ...ofProduct(2), dependencies: listDependencies },
      ]);
    });

    test('reports lost changes when those since the cursor were pruned', async () => {
      const log = logOf('mine');
      await log.append(ofProduct(1));
      const start = await log.position();
      await own.database(tables.changes).delete();
      await logOf('theirs').append(ofProduct(2));
      const { changes, position } = await log.since(start);
      expect(changes).toBe('unknown');
      await logOf('theirs').append(ofProduct(3));
      expect((await log.since(position)).changes).toEqual([ofProduct(3)]);
    });

    test('prunes old rows, and keeps the last ones', async () => {
      const log = logOf('mine');
      for (let id = 0; id < 150; id += 1) await log.append(ofProduct(id));
      const start = await log.position();
      await clock.advance(minutes(61));
      await log.pruneFromTimeToTime();
      const rows = await own.database(tables.changes).count({ count: '*' });
      expect(Number(rows[0]?.['count'])).toBe(101);
      await logOf('theirs').append(ofProduct(900));
      expect((await log.since(start)).changes).toEqual([ofProduct(900)]);
    });

    test('contains what a transaction wrote once it is committed, and nothing if it is rolled back', async () => {
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      const start = await mine.position();
      await own.database.transaction((transaction) => theirs.append(ofProduct(1), transaction));
      const failing = own.database.transaction(async (transaction) => {
        await theirs.append(ofProduct(2), transaction);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect((await mine.since(start)).changes).toEqual([ofProduct(1)]);
    });
  });
}
