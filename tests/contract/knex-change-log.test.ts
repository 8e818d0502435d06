import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ChangedIds, changedIdsSchema } from '../../server/src/catalog/change-log';
import { listFacets } from '../../server/src/catalog/list-facets';
import { createKnexChangeLog } from '../../server/src/database/knex-change-log';
import { tables } from '../../server/src/database/tables';
import { minutes } from '../../server/src/lib/durations';
import { aChange } from '../support/changed-ids';
import { ManualClock } from '../support/clocks';
import { openOwnTables, type OwnTables } from '../support/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/test-databases';

const ofProduct = (id: number): ChangedIds => aChange({ products: [id], facets: ['price'] });

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the log of changes on ${kind.name}`, (at) => {
    let own: OwnTables;
    const clock = new ManualClock();
    const logOf = (origin: string) => createKnexChangeLog({ database: own.database, origin, content: changedIdsSchema, clock });

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.database(tables.changes).delete();
    });

    test('tells each instance once what the others changed, and nothing of its own', async () => {
      const [mine, theirs] = [logOf('mine'), logOf('theirs')];
      await theirs.append(ofProduct(1));
      const start = await mine.position();
      await theirs.append(ofProduct(2));
      await mine.append(ofProduct(3));
      const { position, changes } = await mine.since(start);
      expect(changes).toEqual([ofProduct(2)]);
      expect((await mine.since(position)).changes).toEqual([]);
    });

    test('tells of a change that was committed later than its number', async () => {
      const log = logOf('mine');
      await log.append(ofProduct(0));
      const start = await log.position();
      const insert = (id: number) => own.database(tables.changes).insert({ id, origin: 'theirs', content: JSON.stringify(ofProduct(id)), made_at: 0 });
      await insert(start.last + 5);
      const { position } = await log.since(start);
      await insert(start.last + 4);
      const { changes, position: next } = await log.since(position);
      expect(changes).toEqual([ofProduct(start.last + 4)]);
      expect((await log.since(next)).changes).toEqual([]);
    });

    test('reads what another version of the plugin wrote as a change of all that lists depend on', async () => {
      const log = logOf('mine');
      const start = await log.position();
      const ofEarlierVersion = { products: [1], categories: [], brands: [], isStoreChanged: false, isEverything: false };
      const ofLaterVersion = { ...ofProduct(2), facets: ['price', 'colour'] };
      for (const content of [ofEarlierVersion, ofLaterVersion]) {
        await own.database(tables.changes).insert({ origin: 'theirs', content: JSON.stringify(content), made_at: 0 });
      }
      const { changes } = await log.since(start);
      expect(changes).toEqual([{ ...ofProduct(1), facets: listFacets }, { ...ofProduct(2), facets: listFacets }]);
    });

    test('says that it cannot tell when what came between is pruned', async () => {
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

    test('is pruned of what is old, and keeps the last ones', async () => {
      const log = logOf('mine');
      for (let id = 0; id < 150; id += 1) await log.append(ofProduct(id));
      const start = await log.position();
      await clock.advance(minutes(11));
      await log.pruneFromTimeToTime();
      const rows = await own.database(tables.changes).count({ count: '*' });
      expect(Number(rows[0]?.['count'])).toBe(101);
      await logOf('theirs').append(ofProduct(900));
      expect((await log.since(start)).changes).toEqual([ofProduct(900)]);
    });

    test('holds what a transaction wrote once that is committed, and nothing when it is rolled back', async () => {
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
