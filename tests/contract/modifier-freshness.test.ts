import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '../../server/src/database/tables';
import { minutes } from '../../server/src/lib/durations';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { modifierInstance } from '../support/shops/modifier-instance';
import { HastyClock, ManualClock } from '../support/time/clocks';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`modifiers, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let simulator: Simulator;
    let access: UpstreamAccess;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
      simulator = await startSimulator({ products: 120, quota: 0 });
    });
    afterAll(async () => {
      await access.close();
      await simulator.close();
      await own.close();
    });
    beforeEach(() => own.empty([tables.productModifiers]));

    test('are read of all products that waited for them, however long the store did not respond', async () => {
      const clock = new ManualClock();
      let version = 0;
      const drawVersion = async () => ++version;
      const site = modifierInstance({ database: own.database, simulator, access, clock, drawVersion });
      await site.freshness.markAll();
      simulator.faults.add({ kind: 'status', status: 503, path: '/v3/catalog/products', times: 0 });
      await site.workOff();
      for (let quarters = 0; quarters < 24; quarters += 1) {
        await clock.advance(minutes(15));
        await site.workOff();
      }
      simulator.faults.clear();
      await clock.advance(minutes(15));
      await site.workOff();
      const [read] = await own.database(tables.productModifiers).whereNotNull('content').count({ count: '*' });
      expect(Number(read?.count)).toBe(120);
    });

    test('of a product that an event is about while reading them fails are read at once', async () => {
      const clock = new ManualClock();
      let version = 0;
      let whileReading = async (): Promise<void> => undefined;
      const site = modifierInstance({
        database: own.database,
        simulator,
        access: {
          http: (...given) => {
            const http = access.http(...given);
            return {
              async request(request) {
                await whileReading();
                return http.request(request);
              },
            };
          },
        },
        clock,
        drawVersion: async () => ++version,
      });
      const [id = 0] = simulator.store.products.ids();
      whileReading = async () => {
        whileReading = async () => undefined;
        await site.freshness.mark([id]);
      };
      simulator.faults.add({ kind: 'status', status: 200, body: { data: [{ id }] }, path: '/v3/catalog/products' });
      await site.freshness.mark([id]);
      await site.freshness.refreshSome(new AbortController().signal);
      expect(await site.freshness.nextDue()).toBe(0);
      await site.workOff();
      expect(await site.shown(id)).toEqual(expect.any(Array));
    });
  });
}
