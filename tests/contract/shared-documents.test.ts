import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { createKnexSharedDocuments } from '../../server/src/instances/knex-shared-documents';
import { milliseconds } from '../../server/src/lib/durations';
import { eventually } from '../support/time/eventually';
import { ManualClock, settled } from '../support/time/clocks';
import { CountedDocuments } from '../support/databases/counted-documents';
import { limitedInstances } from '../support/instances/limited-instances';
import { pacedInstances } from '../support/instances/paced-instances';
import { whenAvailable } from '../support/requirements';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';

const number = z.number();

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`instances on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    beforeEach(() => own.empty([tables.sharedDocuments]));
    afterAll(() => own.close());

    function twoInstances() {
      const clock = new ManualClock();
      const documents = [own.database, own.elsewhere].map(
        (database) =>
          new CountedDocuments(createKnexSharedDocuments({ database, clock: createMachineClock({ database, clock }) })),
      );
      const quiet = () => Promise.all(documents.map((each) => each.quiet()));
      /**
       * Moves the clock in steps, in each of which all requests so far are completed. On a slow database, requests that
       * a step starts only complete at its end, so a step is short compared to everything that these tests wait for.
       */
      const pass = async (duration: number) => {
        for (let passed = 0; passed < duration; passed += 10) {
          await clock.advance(milliseconds(10));
          await quiet();
          await settled();
        }
      };
      return { clock, documents, pass };
    }

    test('lose none of many simultaneous changes of a document', async () => {
      const { documents } = twoInstances();
      const count = (place: number) =>
        documents[place % 2]?.change('count', number, (value) => ({ value: (value ?? 0) + 1, result: null }));
      for (let round = 0; round < 5; round += 1) await Promise.all([0, 1, 2, 3].map(count));
      const value = await documents[0]?.change('count', number, (stored) => ({ value: 0, result: stored }));
      expect(value).toBe(20);
    });

    // On the others, a single statement meets no such conflict.
    const strict = kind.name === 'PostgreSQL' ? ['repeatable read', 'serializable'] : [];
    test.each(strict)(
      'change a document that another one changes meanwhile, on connections that are %s',
      async (level) => {
        const database = own.connect({ min: 1, max: 1 });
        try {
          await database.raw('set default_transaction_isolation = ??', [level]);
          const clock = createMachineClock({ database, clock: new ManualClock() });
          const documents = createKnexSharedDocuments({ database, clock });
          const add = () => documents.change('strict', number, (value) => ({ value: (value ?? 0) + 1, result: null }));
          await add();
          const other = await own.database.transaction();
          await other(tables.sharedDocuments).where({ name: 'strict' }).update({ value: '7', version: 9 });
          const adding = add();
          await eventually(async () => {
            const waiting = await own
              .database('pg_stat_activity')
              .whereRaw("datname = current_database() and wait_event_type = 'Lock'")
              .first('pid');
            return waiting !== undefined;
          });
          await other.commit();
          await adding;
          expect(await documents.read('strict', number)).toMatchObject({ value: 8 });
        } finally {
          await database.destroy();
        }
      },
    );

    test('take a document that is not JSON for none', async () => {
      const { documents } = twoInstances();
      await own.database(tables.sharedDocuments).insert({ name: 'broken', value: 'PONG', version: 1 });
      const read = (place: number) => documents[place]?.read('broken', number);
      expect(await read(0)).toBeNull();
      await documents[0]?.change('broken', number, (value) => ({ value: value ?? 7, result: null }));
      expect(await read(1)).toMatchObject({ value: 7 });
    });

    test('read the time of the database with a document', async () => {
      const { documents, clock } = twoInstances();
      const time = await documents[0]?.change('time', number, (_, now) => ({ value: now, result: now }));
      expect(time).toBe(clock.now().getTime());
    });

    test('never have more than three requests in flight together, and share them', async () => {
      const { documents, pass, clock } = twoInstances();
      const { store, send, stop } = pacedInstances({ clock, documents, count: 3 });
      const sent = [0, 0, 0];
      const go = async (rank: number): Promise<void> => {
        await send(rank, { takes: 100 });
        sent[rank] = (sent[rank] ?? 0) + 1;
        return go(rank);
      };
      for (const rank of [0, 1, 2, 0, 1, 2, 0]) void go(rank);
      await pass(3_000);
      stop();
      expect(store.mostInFlight).toBe(3);
      for (const count of sent) expect(count).toBeGreaterThan(10);
    });

    test('free the slots of one that died, and keep to their parts while the database is away', async () => {
      const { documents, pass, clock } = twoInstances();
      const { store, pacers, hang, send, relyOnParts, stop } = pacedInstances({
        clock,
        documents,
        count: 2,
        quota: 1_000,
      });
      const hanging = [hang(0), hang(0), hang(0)];
      await pass(300);
      await Promise.all(hanging);
      pacers[0]?.stop();
      const next = send(1);
      await pass(1_000);
      expect(store.sent).toBe(3);
      await pass(1_500);
      await next;

      for (const each of documents) each.isAway = true;
      relyOnParts();
      const before = store.sent;
      const go = async (): Promise<void> => {
        await send(1, { takes: 100 });
        return go();
      };
      for (let place = 0; place < 3; place += 1) void go();
      await pass(5_000);
      // Three requests that never end, and two in flight: the part of the second of the two instances.
      expect(store.inFlight).toBe(5);
      expect(store.sent).toBeGreaterThan(before + 10);
      stop();
    });

    test('send at most 20 GraphQL requests in any second together, and nearly as many', async () => {
      const { documents, pass, clock } = twoInstances();
      const { ask, seen, mostInASecond, stop } = limitedInstances({ clock, documents, count: 3, clientLimit: 20 });
      for (let passed = 0; passed < 6_000; passed += 50) {
        for (const rank of [0, 1, 2, 0, 1, 2]) void ask(rank, { client: `client ${passed % 350}` });
        await pass(50);
      }
      stop();
      expect(mostInASecond()).toBeLessThanOrEqual(20);
      expect(seen.length).toBeGreaterThan(90);
    });
  });
}
