import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './instances';
import { TroubleLog } from './trouble-log';
import { createTroubleMakers, type Surroundings } from './trouble-makers';
import type { Step } from './trouble-plan';

/** Causes trouble; long-lasting trouble continues in the background while the next begins. */
export function createTroubles(surroundings: Surroundings) {
  const { instances } = surroundings;
  const log = new TroubleLog();
  const make = createTroubleMakers({ ...surroundings, log });
  const busy = new Map<Instance | 'database' | 'Redis', Promise<void>>();
  const underWay = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;

  const mustHaveWorked = () => {
    if (failure !== null) throw failure.error;
  };
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
    mustHaveWorked();
  };

  function inBackground(work: Promise<void>): Promise<void> {
    const tracked: Promise<void> = work
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  /** Never causes two troubles at the same place at once. */
  async function happenTo(whom: Instance | 'database' | 'Redis', work: () => Promise<void>): Promise<void> {
    await busy.get(whom);
    busy.set(
      whom,
      inBackground(work()).finally(() => busy.delete(whom)),
    );
  }

  /** Always leaves at least one instance alone. */
  async function happenToInstance(number: number, work: (instance: Instance) => Promise<void>): Promise<void> {
    const instance = instances[number % instances.length];
    if (instance === undefined) throw new Error('there is no instance');
    const others = () => instances.filter((each) => each !== instance).flatMap((each) => busy.get(each) ?? []);
    while (others().length >= instances.length - 1) await Promise.race(others());
    await happenTo(instance, () => work(instance));
  }

  return {
    log,
    clocksAhead: make.clocksAhead,
    /** Resolves once no trouble is in progress; throws if one failed. */
    settled,

    /** Resolves once the next trouble may begin. */
    async make({ trouble, instance, rest }: Step): Promise<void> {
      await pause(rest);
      mustHaveWorked();
      switch (trouble) {
        case 'kill':
          return happenToInstance(instance, make.kill);
        case 'pause':
          return happenToInstance(instance, make.pause);
        case 'clock':
          return happenToInstance(instance, make.setClock);
        case 'end connections':
          return happenTo('database', make.endConnections);
        case 'refuse connections':
          return happenTo('database', make.refuseConnections);
        case 'restart Redis':
          return happenTo('Redis', make.restartRedis);
        case 'flush Redis':
          return happenTo('Redis', make.flushRedis);
        // Alone, so that a failed request can have no other cause.
        case 'rolling restart':
          await settled();
          return make.restartAll();
      }
    },
  };
}

export type Troubles = ReturnType<typeof createTroubles>;
