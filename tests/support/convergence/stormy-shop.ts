import { containerOf } from '../../../server/src/container';
import { createKnexRunStore } from '../../../server/src/sync/runs/knex-run-store';
import type { WriterThreadStart } from '../../../server/src/sync/writer-thread/running-thread';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../sites/boot-site';
import { registerHooks } from '../sites/connected-site';
import { connectionTo } from '../shops/shop';
import { SwiftClock } from '../time/swift-clock';
import { changer, leaveOneOfEach } from './changes';
import { startKillableSync, type KillableSync } from './killable-sync';
import type { Step } from './steps';

// At this speed, waits of minutes take less than a second, and the event loop's own delays are still small compared to
// a lease.
const speed = 100;
const products = 9;

/** A site and an upstream for tests in which anything can happen. */
export interface StormyShop {
  site: BootedSite;
  simulator(): Simulator;
  /** Starts over: a new upstream, an empty cache, one full sync. */
  reset(): Promise<void>;
  apply(step: Step): Promise<void>;
  /** Ends all faults, and lets the scheduled pass run once. */
  calmDown(): Promise<void>;
  close(): Promise<void>;
}

/** @param thread starts the thread in which runs write, and sets the smallest page for it; null: the main thread */
export async function openStormyShop(thread: WriterThreadStart | null = null): Promise<StormyShop> {
  const clock = new SwiftClock(speed);
  const start = (port: number) =>
    startSimulator({ port, products, quota: 0, clock: clock.simulated, localDestinations: true });
  let simulator = await start(0);
  const port = Number(new URL(simulator.url).port);
  const environment = {
    ...connectionTo(simulator),
    COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
    COMMERCE_BRIDGE_WEBHOOK_TIMESTAMP_TOLERANCE: '172800',
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    COMMERCE_BRIDGE_REMOVAL_LIMIT_PERCENT: '100',
  };
  const site = await bootSite({
    environment,
    writeAhead: thread !== null,
    machine: { clock, random: () => 0.5, writerThread: () => thread },
  });
  const { sync, scheduledSync, storeSwitch, events } = containerOf(site.strapi);
  let change = changer(simulator.store);
  let killables: KillableSync[] = [];

  const runs = createKnexRunStore(site.strapi.db.connection);
  const isQuiet = async () => (await runs.findRunning()) === null;
  const quiet = () => soon(isQuiet);
  const isIdle = async () =>
    (await events.list({ status: 'pending', entityId: null, page: 1, perPage: 1 })).total === 0;

  async function startRun(
    run: { mode: 'full' | 'incremental' | 'sweep' },
    by: Pick<typeof sync, 'start'>,
  ): Promise<void> {
    await by.start({ ...run, allowMassRemoval: true });
  }

  async function kill({ mode, ...how }: Extract<Step, { kind: 'killed run' }>): Promise<void> {
    const killable = startKillableSync(site.strapi, { clock, ...how });
    killables.push(killable);
    await startRun({ mode }, killable.sync);
    // The run may end before that point; if it is killed, the site itself resumes it.
    await Promise.race([killable.killed, quiet()]);
  }

  function endTrouble(): void {
    simulator.faults.clear();
    simulator.webhooks.disturb({});
  }

  return {
    site,
    simulator: () => simulator,

    async reset() {
      endTrouble();
      await quiet();
      for (const killable of killables) await killable.close();
      killables = [];
      await simulator.close();
      simulator = await start(port);
      change = changer(simulator.store);
      await storeSwitch.clear();
      await startRun({ mode: 'full' }, sync);
      await quiet();
      registerHooks({ site, simulator });
    },

    async apply(step) {
      switch (step.kind) {
        case 'change':
          return change(step);
        case 'fault':
          return void simulator.faults.add(step.fault);
        case 'deliveries':
          return simulator.webhooks.disturb(step);
        case 'events are processed':
          await simulator.webhooks.idle();
          return void (await soon(isIdle));
        case 'run':
          await startRun(step, sync);
          return step.isAwaited ? void (await quiet()) : undefined;
        case 'killed run':
          return kill(step);
        case 'time passes':
          return clock.advance(seconds(step.seconds));
      }
    },

    async calmDown() {
      endTrouble();
      leaveOneOfEach(simulator.store);
      await simulator.webhooks.idle();
      await quiet();
      await scheduledSync.job.run(new AbortController().signal);
      await quiet();
      const { last } = await sync.state();
      if (last?.status !== 'succeeded') throw new Error(`the scheduled pass ended ${last?.status}: ${last?.error}`);
    },

    async close() {
      endTrouble();
      await quiet();
      for (const killable of killables) await killable.close();
      await site.stop();
      await simulator.close();
      removeSite(site);
      await clock.wait(milliseconds(0));
    },
  };
}

// In milliseconds: each poll sends a query in addition to those of the run.
const lookEvery = 30;
const patience = 180_000;

async function soon(look: () => Promise<boolean>): Promise<void> {
  for (
    const deadline = Date.now() + patience;
    !(await look());
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  ) {
    if (Date.now() > deadline) throw new Error(`this did not come true within ${patience} ms: ${look.toString()}`);
  }
}
