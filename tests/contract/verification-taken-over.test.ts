import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { milliseconds } from '../../server/src/lib/durations';
import { leaseDuration } from '../../server/src/lib/lease-heartbeat';
import { createVerificationService } from '../../server/src/sync/verification/verification-service';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a verification whose instance pauses, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.state, tables.leases]));

    const server = new ManualClock();
    function instance(database: SharedTables['database'], verify: () => Promise<void>) {
      const clock = new ManualClock();
      let ids = 0;
      const service = createVerificationService({
        verifyPiece: async ({ entity }) => {
          await verify();
          const next = entity === 'category' ? ({ entity: 'brand', after: 0 } as const) : null;
          return { entity, checked: 1, repaired: [], leftovers: 0, next };
        },
        refetch: async () => true,
        verifyMarkets: async () => null,
        verifyExtras: async () => null,
        isRunUnderWay: async () => false,
        state: createKnexStateStore(database),
        leases: createKnexLeaseStore({ database, clock: createMachineClock({ database, clock: server }) }),
        clock,
        newId: () => `${database === own.database ? 'own' : 'other'} ${(ids += 1)}`,
        logger: createQuietLogger(),
      });
      return { service, clock };
    }

    test.each(['is stopped', 'notices that its lease is gone'])(
      'is left to the one that has resumed it, when the first %s',
      async (what) => {
        let isPaused = false;
        let goOn = (): void => undefined;
        const first = instance(own.database, async () => {
          isPaused = true;
          await new Promise<void>((resolve) => (goOn = resolve));
        });
        await first.service.start('manual');
        await eventually(async () => isPaused);

        await server.advance(leaseDuration);
        const second = instance(own.elsewhere, async () => undefined);
        await second.service.start('manual');
        const { last } = await eventually(async () => {
          const state = await second.service.state();
          return state.last ? state : null;
        });
        expect(last).toMatchObject({ status: 'succeeded', checked: { category: 1, brand: 1 } });

        await first.clock.advance(what.startsWith('notices') ? leaseDuration : milliseconds(500));
        if (what.startsWith('notices')) await eventually(async () => first.clock.waiting === 0);
        goOn();
        await first.service.stop();
        expect(await second.service.state()).toEqual({ current: null, last });
      },
    );
  });
}
