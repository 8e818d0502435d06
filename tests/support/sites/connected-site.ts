import { startSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/src/server';
import { bootSite, type BootedSite, type BootOptions, removeSite } from './boot-site';
import { finishedRun } from './runs';
import { connectionTo } from '../shops/shop';

/** A site that is connected to a simulated store, with its catalog and its events. */
export interface ConnectedSite {
  site: BootedSite;
  simulator: Simulator;
  stop(): Promise<void>;
}

export interface ConnectedSiteOptions {
  simulator?: SimulatorOptions;
  boot?: BootOptions;
}

/** Boots a site with the catalog of a simulator; `registerHooks` delivers events of changes. */
export async function connectedSite(options: ConnectedSiteOptions = {}): Promise<ConnectedSite> {
  const simulator = await startSimulator({ quota: 0, localDestinations: true, ...options.simulator });
  const site = await bootSite({
    ...options.boot,
    environment: {
      ...connectionTo(simulator),
      COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
      ...options.boot?.environment,
    },
  });
  await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
  const run = await finishedRun(site);
  if (run.status !== 'succeeded') throw new Error(`the first sync ended ${run.status}: ${run.error ?? ''}`);
  return {
    site,
    simulator,
    async stop() {
      await site.stop();
      await simulator.close();
      removeSite(site);
    },
  };
}

/** Registers webhooks for everything at the simulator, which delivers directly to the site. */
export function registerHooks(
  { site, simulator }: Pick<ConnectedSite, 'site' | 'simulator'>,
  headers: Record<string, string> = {},
): void {
  for (const scope of ['store/product/*', 'store/sku/*', 'store/category/*', 'store/information/updated']) {
    const destination = `${site.url}/api/commerce-bridge/v1/webhook`;
    simulator.webhooks.registry.create({ scope, destination, headers }, simulator.account.clientId);
  }
}
