import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerAdministrator } from '../../scripts/lib/administrator';
import { fingerprint } from '../../scripts/lib/fingerprint';
import { cache } from '../../scripts/lib/paths';
import { launchSimulator, type SimulatorProcess } from '../../scripts/lib/simulator-process';
import type { BenchServer } from './bench-databases';
import { launchBenchSite } from './bench-site';
import { pin } from './pinning';
import { firstRun } from './runs';

/** The environment of a site that is connected to a simulated store. */
export function connectionTo(store: { url: string }): NodeJS.ProcessEnv {
  return {
    COMMERCE_BRIDGE_API_URL: store.url,
    COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
    COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    // Otherwise the modifiers of all products are read in the background, from a store that has only a few of the
    // products.
    COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'false',
  };
}

/** Starts a store with a generated catalog; another seed is another catalog with the same ids. */
export async function launchStore(products: number, seed = 1): Promise<SimulatorProcess> {
  const simulator = await launchSimulator([
    '--products',
    String(products),
    '--seed',
    String(seed),
    '--port',
    '0',
    '--no-quota',
  ]);
  pin(simulator.pid, 'load');
  return simulator;
}

// The code that determines what the tables look like after a full sync.
const sources = [
  'server/src/catalog',
  'server/src/database',
  'server/src/content-types',
  'server/src/upstream',
  'simulator/src',
];
const marks = join(cache, 'bench-databases');

/**
 * The name of a database into which a site synced that many generated products, and in which an administrator can
 * log in. Created if it is missing or outdated by changed code, and kept for the next time.
 * @param options.reuse whether one created by earlier code is fine, too; booting migrates it
 */
export async function syncedDatabase(
  server: BenchServer,
  { products, reuse }: { products: number; reuse: boolean },
): Promise<string> {
  const stem = `commerce_bridge_bench_${products}_`;
  const kept = earlier(server, stem).at(-1);
  if (reuse && kept !== undefined && (await server.exists(kept))) return kept;
  const database = `${stem}${fingerprint(sources).slice(0, 12)}`;
  const mark = (name: string) => join(marks, `${server.id}-${name}.complete`);
  if (existsSync(mark(database)) && (await server.exists(database))) return database;

  for (const name of earlier(server, stem)) {
    await server.drop(name);
    rmSync(mark(name));
  }
  await server.drop(database);
  await server.create(database);
  await fill(server, { database, products });
  await server.settle(database);
  mkdirSync(marks, { recursive: true });
  writeFileSync(mark(database), '');
  return database;
}

/** Names of the complete databases, no matter which code created them. */
function earlier(server: BenchServer, stem: string): string[] {
  if (!existsSync(marks)) return [];
  const names = readdirSync(marks).map((file) => file.replace(`${server.id}-`, '').replace('.complete', ''));
  return names.filter((name) => name.startsWith(stem) && existsSync(join(marks, `${server.id}-${name}.complete`)));
}

async function fill(
  server: BenchServer,
  { database, products }: { database: string; products: number },
): Promise<void> {
  const store = await launchStore(products);
  const site = await launchBenchSite({ ...server.environment(database), ...connectionTo(store) });
  try {
    await firstRun(await registerAdministrator(site), products);
  } finally {
    await site.stop();
    await store.stop();
  }
}
