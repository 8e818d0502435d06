import { measureChanges } from './instances/changes';
import { measureEdges } from './instances/edges';
import { measureLoads } from './instances/loads';
import { measureMany } from './instances/many';
import { measureRequests } from './instances/requests';

/**
 * Several instances on one PostgreSQL database: all parts, or those named
 * (`npx tsx benchmarks/instances.ts changes`); `--instances 10` sets the number for `many`.
 */
const givenCount = process.argv.indexOf('--instances');
const count = givenCount < 0 ? 10 : Number(process.argv[givenCount + 1]);
const parts: Record<string, () => Promise<void>> = {
  loads: measureLoads,
  changes: measureChanges,
  requests: measureRequests,
  edges: measureEdges,
  many: () => measureMany(count),
};

void main();

async function main(): Promise<void> {
  const named = Object.keys(parts).filter((name) => process.argv.includes(name));
  for (const [name, measure] of Object.entries(parts)) if (named.length === 0 || named.includes(name)) await measure();
}
