import { setTimeout as pause } from 'node:timers/promises';
import type { OwnRedis } from '../../tests/support/instances/own-redis';
import type { ChaosDatabase } from './database';
import type { Haproxy } from './haproxy';
import type { Instance } from './instances';
import type { Pace } from './pace';
import type { Happened, TroubleLog } from './trouble-log';
import type { Trouble } from './trouble-plan';

/** Everything that trouble can affect. */
export interface Surroundings {
  instances: readonly Instance[];
  haproxy: Haproxy;
  database: ChaosDatabase;
  redis: OwnRedis | null;
  pace: Pace;
}

/** Each function causes and records one kind of trouble, and resolves once the site should have recovered. */
export function createTroubleMakers(surroundings: Surroundings & { log: TroubleLog }) {
  const { instances, haproxy, database, redis, log, pace } = surroundings;
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
      end(happened, pace.noticedWithin.gone);
      await startAgain(instance);
    },

    async pause(instance: Instance): Promise<void> {
      const happened = begin('pause', instance);
      instance.pause();
      // The balancer sends later requests to other instances.
      happened.excusedUntil = happened.from + pace.noticedWithin.still;
      await pause(pace.pausedFor);
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

    /** One after the other, as in a deployment. */
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
      end(happened, pace.reconnects);
    },

    async refuseConnections(): Promise<void> {
      const happened = begin('refuse connections');
      await haproxy.admitToDatabase('refused');
      await database.endConnections();
      await pause(pace.refusedFor);
      await haproxy.admitToDatabase('admitted');
      end(happened, pace.reconnects);
    },

    async restartRedis(): Promise<void> {
      const happened = begin('restart Redis');
      await redis?.stop();
      await pause(pace.redisAwayFor);
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
