import { type BenchServer, benchServers } from '../lib/bench-databases';
import { basesOf } from './bases';
import { launchMeasuredSite } from './measured-site';
import type { Finding, Measure } from './measures';
import type { Part } from './part-list';
import { startStore } from './stores';

/** What was found with a part and without it, in the order in which it was looked. */
export interface PartFigures {
  part: Part;
  /** Each beside the ones without it that were looked at just before and after. */
  pairs: { on: Finding; off: Finding }[];
}

/**
 * Looks at sites with all parts and without one in turns, so that what the machine does meanwhile falls on both: with all,
 * without the first, with all, without the second, and so on, several rounds.
 */
export async function measureParts(
  parts: readonly Part[],
  { products, rounds }: { products: number; rounds: number },
): Promise<PartFigures[]> {
  const found: PartFigures[] = [];
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = `${part.measure.name} ${part.server}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  for (const group of groups.values()) found.push(...(await measureGroup(group, { products, rounds })));
  return found;
}

/** Parts with the same measure share the looks at a site that has all. */
async function measureGroup(
  parts: readonly Part[],
  { products, rounds }: { products: number; rounds: number },
): Promise<PartFigures[]> {
  const [first] = parts;
  const server = benchServers.find(({ id }) => id === first?.server);
  if (!first || !server) return [];
  const { measure } = first;
  const found = parts.map((part): PartFigures => ({ part, pairs: [] }));
  const store = await startStore(measure.store, products);
  try {
    const bases = await basesOf(server, { products, storeUrl: store.url });
    const look = (without: string | null) =>
      lookOnce(server, { measure, base: bases[measure.base], storeUrl: store.url, products, without });
    // Fills the memory of the store.
    await look(null);
    for (let round = 0; round < rounds; round += 1) {
      let on = await look(null);
      for (const figures of found) {
        const off = await look(figures.part.without);
        const after = await look(null);
        figures.pairs.push({ on: meanOf(on, after), off });
        const digits = (finding: Finding) => finding.headline.toPrecision(4);
        console.log(
          `${products} · ${figures.part.name} · ${measure.name}: ${digits(on)} and ${digits(after)}, without ${digits(off)}`,
        );
        console.log(`   with ${JSON.stringify(after.beside)} without ${JSON.stringify(off.beside)}`);
        on = after;
      }
    }
  } finally {
    await store.stop();
  }
  return found;
}

interface Look {
  measure: Measure;
  base: string;
  storeUrl: string;
  products: number;
  without: string | null;
}

async function lookOnce(server: BenchServer, { measure, base, storeUrl, products, without }: Look): Promise<Finding> {
  const database = `cb_parts_measured_${process.pid}`;
  await server.drop(database);
  await server.copy(base, database);
  const site = await launchMeasuredSite({ server, database, storeUrl, without });
  try {
    return await measure.look({ site, products, storeUrl });
  } finally {
    await site.kill();
    await server.drop(database);
  }
}

function meanOf(one: Finding, other: Finding): Finding {
  const names = Object.keys(one.beside);
  const mean = (first: number, second: number) => (first + second) / 2;
  return {
    headline: mean(one.headline, other.headline),
    beside: Object.fromEntries(names.map((name) => [name, mean(one.beside[name] ?? 0, other.beside[name] ?? 0)])),
  };
}
