import type { SimulatorOptions } from '../../../simulator/src/options';
import { type Simulator, startSimulator } from '../../../simulator/src/server';
import { type Run, run as runSchema, type StartRunBody } from '../../../contracts/admin/runs';
import { bootSite, type BootedSite, type BootOptions, removeSite } from '../sites/boot-site';
import { finishedRun } from '../sites/runs';

/** A simulated store and a site that is connected to it. */
export interface Shop {
  simulator: Simulator;
  site: BootedSite;
  /** Starts a run and waits for its end. */
  synchronize(request?: Partial<StartRunBody>): Promise<Run>;
  /** GETs below `{base_url}` and parses the response, regardless of its status. */
  read(path: string): Promise<unknown>;
  /** Stops the site and boots it again on its database, after running the given function in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface ShopOptions {
  simulator?: SimulatorOptions;
  site?: BootOptions;
  /** The part of the site's environment that depends on the simulated store. */
  environmentFor?: (simulator: Simulator) => Record<string, string>;
}

/** Starts both, by default without a request quota; credentials come from the environment. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const simulator = await startSimulator({ port: 0, quota: 0, ...options.simulator });
  let site = await bootSite({
    ...options.site,
    environment: {
      ...connectionTo(simulator),
      ...options.environmentFor?.(simulator),
      ...options.site?.environment,
    },
  });

  return {
    simulator,
    get site() {
      return site;
    },
    async synchronize(request = {}) {
      const { status, body } = await site.admin('POST', '/commerce-bridge/sync', { mode: 'full', ...request });
      if (status !== 202) throw new Error(`the run did not start: ${status} ${JSON.stringify(body)}`);
      const { id } = runSchema.parse(body);
      const finished = await finishedRun(site);
      if (finished.id !== id) throw new Error(`run ${id} was followed by ${finished.id}`);
      return finished;
    },
    read: async (path) => (await site.rest(path)).json(),
    async restart(meanwhile = async () => undefined) {
      await site.stop();
      await meanwhile();
      site = await bootSite({ folder: site.folder, ...(options.site?.machine && { machine: options.site.machine }) });
    },
    async close() {
      await site.stop();
      await simulator.close();
      removeSite(site);
    },
  };
}

/** The environment that connects a site to this simulator. */
export function connectionTo(simulator: Simulator): Record<string, string> {
  return {
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
  };
}
