import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { hours, seconds } from '../../server/src/lib/durations';
import { createFreshnessWorker } from '../../server/src/sync/freshness/freshness-worker';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { metafieldInstance } from '../support/shops/metafield-instance';
import { modifierInstance } from '../support/shops/modifier-instance';
import { eventually } from '../support/time/eventually';
import { HastyClock, ManualClock } from '../support/time/clocks';

/** A kind of extras, and how a test changes and reads it. */
interface Kept {
  instance(parts: { elsewhere?: boolean; access?: Pick<UpstreamAccess, 'http'> }): {
    freshness: ReturnType<typeof metafieldInstance>['freshness'] | ReturnType<typeof modifierInstance>['freshness'];
    workOff(): Promise<void>;
    shown(productId: number): Promise<string[] | null>;
  };
  /** Changes the product's extras in the store. */
  edit(productId: number, value: string): void;
  /** How the value is then shown. */
  as(value: string): string;
}

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`two instances that read at the same moment, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let simulator: Simulator;
    let access: UpstreamAccess;
    let clock: ManualClock;
    let version = 0;

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
    });
    afterAll(async () => {
      await access.close();
      await own.close();
    });
    beforeEach(async () => {
      await own.empty([
        tables.metafields,
        tables.metafieldProducts,
        tables.productModifiers,
        tables.state,
        tables.leases,
      ]);
      simulator = await startSimulator({ products: 12, quota: 0 });
      clock = new ManualClock();
    });
    afterEach(async () => {
      expect(simulator.defects).toEqual([]);
      await simulator.close();
    });

    const siteOf = ({ elsewhere = false, access: asked = access }: Parameters<Kept['instance']>[0]) => ({
      database: elsewhere ? own.elsewhere : own.database,
      simulator,
      access: asked,
      clock,
      drawVersion: async () => ++version,
    });
    const ids = () => simulator.store.products.ids();
    const requests = () => simulator.requests.all(({ path, query }) => /metafields|modifiers/.test(`${path}?${query}`));

    const metafields: Kept = {
      instance: (parts) => metafieldInstance(siteOf(parts)),
      edit(productId, value) {
        const all = simulator.store.markets.metafields;
        const [stored] = all.of('product', productId);
        if (stored) all.update(stored.id, { value });
        else all.create({ resource_type: 'product', resource_id: productId, namespace: 'care', key: 'wash', value });
      },
      as: (value) => `care/wash=${value}`,
    };
    const modifiers: Kept = {
      instance: (parts) => modifierInstance(siteOf(parts)),
      edit(productId, value) {
        const all = simulator.store.modifiers;
        for (const { id } of simulator.store.products.get(productId)?.modifiers ?? []) all.delete(productId, id);
        all.create(productId, { display_name: value, type: 'text' });
      },
      as: (value) => value,
    };

    /** Holds back responses that have arrived until they are released. */
    function heldBack() {
      const arrivals: (() => void)[] = [];
      const held: Pick<UpstreamAccess, 'http'> = {
        http: (...given) => {
          const http = access.http(...given);
          return {
            async request(wanted) {
              const body = await http.request(wanted);
              await new Promise<void>((resolve) => arrivals.push(resolve));
              return body;
            },
          };
        },
      };
      return {
        access: held,
        hasArrived: () => eventually(async () => (arrivals.length > 0 ? true : null)),
        release: () => arrivals.splice(0).forEach((resolve) => resolve()),
      };
    }

    test.each([
      ['metafields', metafields],
      ['modifiers', modifiers],
    ])('never overwrite newer %s by older ones', async (_what, { instance, edit, as }) => {
      const [product = 0] = ids();
      const late = heldBack();
      const slow = instance({ access: late.access });
      const fast = instance({ elsewhere: true });
      edit(product, 'older');
      await slow.freshness.mark([product]);
      const reading = slow.freshness.refreshSome(new AbortController().signal);
      await late.hasArrived();

      edit(product, 'newer');
      await fast.freshness.mark([product]);
      await fast.freshness.refreshSome(new AbortController().signal);
      expect(await fast.shown(product)).toEqual([as('newer')]);
      late.release();
      await reading;
      expect(await slow.shown(product)).toEqual([as('newer')]);
    });

    test.each([
      ['metafields', metafields],
      ['modifiers', modifiers],
    ])('do not forget an edit of %s that comes while the last retry fails', async (_what, { instance, edit, as }) => {
      const [product = 0] = ids();
      const other = instance({ elsewhere: true });
      let whileAsking = async () => undefined;
      const http = () => ({
        async request(): Promise<never> {
          await whileAsking();
          throw new Error('unavailable');
        },
      });
      const one = instance({ access: { http } });
      edit(product, 'older');
      await one.freshness.mark([product]);
      const tryAfter = async (delay: number) => {
        await clock.advance(seconds(delay));
        await one.freshness.refreshSome(new AbortController().signal);
      };
      await tryAfter(0);
      await tryAfter(10);
      whileAsking = async () => {
        edit(product, 'newer');
        await other.freshness.mark([product]);
      };
      await tryAfter(20);
      await clock.advance(hours(1));
      await other.workOff();
      expect(await other.shown(product)).toEqual([as('newer')]);
    });

    test.each([
      ['metafields', metafields],
      ['modifiers', modifiers],
    ])('show the last edit of all %s, whichever of them was faster', async (_what, { instance, edit, as }) => {
      const both = [instance({}), instance({ elsewhere: true })];
      const [first] = both;
      for (const round of [1, 2, 3, 4]) {
        for (const id of ids()) edit(id, `${id} in round ${round}`);
        for (const { freshness } of both) await freshness.mark(ids());
        await Promise.all(both.map(({ workOff }) => workOff()));
        for (const id of ids()) expect(await first?.shown(id)).toEqual([as(`${id} in round ${round}`)]);
      }
    });

    test.each([
      ['metafields', metafields],
      ['modifiers', modifiers],
    ])('share the work on %s: no product is asked for twice', async (_what, { instance, edit, as }) => {
      for (const id of ids()) edit(id, 'once');
      const [first, second] = [instance({}), instance({ elsewhere: true })];
      await first.freshness.mark(ids());
      const workers = [first, second].map(({ freshness }, place) =>
        createFreshnessWorker({
          name: 'some-freshness',
          freshness,
          isNeeded: () => true,
          lookEvery: seconds(30),
          leases: createKnexLeaseStore({
            database: place === 0 ? own.database : own.elsewhere,
            clock: createMachineClock({ database: own.database, clock }),
          }),
          clock,
          logger: createQuietLogger(),
          newId: () => `instance ${place}`,
        }),
      );
      const [alone] = workers;
      for (const worker of workers) void worker.watch();
      await eventually(async () => ((await first.freshness.nextDue()) === null ? true : null));
      await alone?.stop();
      await workers.at(-1)?.stop();
      for (const id of ids()) expect(await second.shown(id)).toEqual([as('once')]);
      const asked = requests().map(({ path, query }) => `${path}?${query}`);
      expect(new Set(asked).size).toBe(asked.length);
    });
  });
}
