import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '../../../simulator/src/server';
import { type Administrator, registerAdministrator } from '../../../scripts/lib/administrator';
import { connectSite } from '../../../scripts/lib/connect-site';
import { playground } from '../../../scripts/lib/paths';
import { findFreePort } from '../../../scripts/lib/ports';
import { launchSite, type SiteProcess } from '../../../scripts/lib/site-process';

/** The prepared site with the catalog of a simulated store, and its changes by webhook. */
export interface ShopSite {
  site: SiteProcess;
  simulator: Simulator;
  administrator: Administrator;
  stop(): Promise<void>;
}

/** What the purge target `shop` is signed with. */
export const purgeSecret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;

/** @param shopUrl the shop that is notified of changes at `/api/purge`; default: none */
export async function startShopSite({ shopUrl }: { shopUrl?: string } = {}): Promise<ShopSite> {
  const data = mkdtempSync(join(tmpdir(), 'commerce-bridge-kit-site-'));
  const simulator = await startSimulator({ quota: 0, localDestinations: true, markets: true });
  const target = { key: 'shop', kind: 'webhook', url: `${shopUrl ?? ''}/api/purge`, secret: purgeSecret };
  const port = await findFreePort();
  const site = await launchSite({
    site: playground,
    port,
    env: {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: join(data, 'site.db'),
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url,
      ...(shopUrl !== undefined && { COMMERCE_BRIDGE_PURGE_TARGETS: JSON.stringify([target]) }),
    },
  });
  const administrator = await registerAdministrator(site);
  const run = await connectSite(administrator, { show: () => undefined, progress: () => undefined });
  if (run.status !== 'succeeded') throw new Error(`the first sync ended ${run.status}: ${run.error ?? ''}`);
  return {
    site,
    simulator,
    administrator,
    async stop() {
      await site.stop();
      await simulator.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
