import { setTimeout as pause } from 'node:timers/promises';
import type { OwnRedis } from '../../tests/support/own-redis';
import type { ChaosDatabase } from './database';
import { type Haproxy, noticedWithin } from './haproxy';
import type { Instance } from './instances';
import type { Happened, TroubleLog } from './trouble-log';
import type { Trouble } from './trouble-plan';

/** What trouble is made with. */
export interface Surroundings {
  instances: readonly Instance[];
  haproxy: Haproxy;
  database: ChaosDatabase;
  redis: OwnRedis | null;
}

const pausedFor = 20_000;
const refusedFor = 15_000;
const redisAwayFor = 3000;
// A site's pool notices, and connects again.
const reconnects = 3000;

/** Makes one trouble each, from its begin until the site should be as before, and records it. */
export function createTroubleMakers(surroundings: Surroundings & { log: TroubleLog }) {
  const { instances, haproxy, database, redis, log } = surroundings;
  const ahead = new Set<Instance>();

  const begin = (trouble: Trouble, instance: Instance | null = null) =>
    log.begin(trouble, instance?.name ?? null, Date.now());
  const end = (happened: Happened, excusedFor = 0) => {
    happened.to = Date.now();
    happened.excusedUntil = happened.to + excusedFor;
  };
  const startAgain = async (instance: Instance) => {
    await instance.start();
    await haproxy.untilServing(instance.name);
  };

  return {
    /** How many instances' clocks are ahead now. */
    clocksAhead: () => ahead.size,

    async kill(instance: Instance): Promise<void> {
      const happened = begin('kill', instance);
      await instance.kill();
      end(happened, noticedWithin.gone);
      await startAgain(instance);
    },

    async pause(instance: Instance): Promise<void> {
      const happened = begin('pause', instance);
      instance.pause();
      // Later requests go elsewhere.
      happened.excusedUntil = happened.from + noticedWithin.still;
      await pause(pausedFor);
      instance.resume();
      happened.to = Date.now();
      await haproxy.untilServing(instance.name);
    },

    async setClock(instance: Instance): Promise<void> {
      const happened = begin('clock', instance);
      await instance.terminate();
      instance.setClock(ahead.has(instance) ? '+0' : '+10m');
      if (!ahead.delete(instance)) ahead.add(instance);
      await startAgain(instance);
      end(happened);
    },

    /** One after the other, as a deployment does. */
    async restartAll(): Promise<void> {
      const happened = begin('rolling restart');
      for (const instance of instances) {
        await instance.terminate();
        await startAgain(instance);
      }
      end(happened);
    },

    async endConnections(): Promise<void> {
      const happened = begin('end connections');
      await database.endConnections();
      end(happened, reconnects);
    },

    async refuseConnections(): Promise<void> {
      const happened = begin('refuse connections');
      await haproxy.admitToDatabase('refused');
      await database.endConnections();
      await pause(refusedFor);
      await haproxy.admitToDatabase('admitted');
      end(happened, reconnects);
    },

    async restartRedis(): Promise<void> {
      const happened = begin('restart Redis');
      await redis?.stop();
      await pause(redisAwayFor);
      await redis?.start();
      end(happened);
    },

    async flushRedis(): Promise<void> {
      const happened = begin('flush Redis');
      await redis?.send('FLUSHALL');
      end(happened);
    },
  };
}
