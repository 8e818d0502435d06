import { afterAll, beforeAll, expect, test } from 'vitest';
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
  });
}
