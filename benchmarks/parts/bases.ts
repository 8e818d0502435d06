import { exclusively } from '../../scripts/lib/exclusive';
import { fingerprint } from '../../scripts/lib/fingerprint';
import type { BenchServer } from '../lib/bench-databases';
import { launchMeasuredSite } from './measured-site';

/** Databases that measured sites get copies of. */
export interface Bases {
  /** The last few thousand products are still missing, for a first run to import. */
  unfinished: string;
  /** With all products. */
  synced: string;
}

// No more products are written per figure, since the cost of writing depends on what is already there.
const mostWritten = 3000;

const sources = ['server/src/catalog', 'server/src/database', 'server/src/content-types', 'server/src/upstream'];

/** Creates missing ones; @param storeUrl of a store with that many products */
export function basesOf(server: BenchServer, store: { products: number; storeUrl: string }): Promise<Bases> {
  return exclusively('parts-bases', () => makeBases(server, store));
}

async function makeBases(
  server: BenchServer,
  { products, storeUrl }: { products: number; storeUrl: string },
): Promise<Bases> {
  const stem = `cb_parts_${products}_${fingerprint(sources).slice(0, 10)}`;
  const bases: Bases = { unfinished: `${stem}_unfinished`, synced: `${stem}_synced` };
  if ((await server.exists(bases.synced)) && (await server.exists(bases.unfinished))) return bases;
  const making = `${stem}_making`;
  for (const database of [making, bases.unfinished, bases.synced]) await server.drop(database);
  await server.create(making);
  await runUntil(server, { database: making, storeUrl, products: Math.max(0, products - mostWritten) });
  await server.copy(making, bases.unfinished);
  await runUntil(server, { database: making, storeUrl, products: Infinity });
  await server.settle(making);
  await server.copy(making, bases.synced);
  await server.drop(making);
  return bases;
}

async function runUntil(
  server: BenchServer,
  { products, ...given }: { database: string; storeUrl: string; products: number },
): Promise<void> {
  const site = await launchMeasuredSite({ server, ...given, without: null });
  try {
    if (products === Infinity) await site.ask({ kind: 'write' });
    else if (products > 0) await site.ask({ kind: 'fill', products });
    await site.ask({ kind: 'stop' });
  } finally {
    await site.kill();
  }
}
