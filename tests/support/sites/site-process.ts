import { type RunMode, syncState } from '../../../contracts/admin/runs';
import { healthRecord } from '../../../contracts/admin/health';
import { bootSite } from './boot-site';
import { eventually } from '../time/eventually';

/*
 * A site in its own process, from its source, for tests that kill it: `site-process.ts {folder?, environment, start}`.
 * It prints its URL and how its resumed or started run ended, as JSON lines on standard output.
 */

interface Order {
  /** The folder of a site that was killed. */
  folder?: string;
  environment: Record<string, string>;
  /** The run that it starts; null: none. */
  start: RunMode | null;
}

async function main(order: Order): Promise<void> {
  const print = (line: unknown) => process.stdout.write(`\n#${JSON.stringify(line)}\n`);
  const site = await bootSite({
    environment: order.environment,
    ...(order.folder !== undefined && { folder: order.folder }),
  });
  print({ folder: site.folder });
  if (order.start) await site.admin('POST', '/commerce-bridge/sync', { mode: order.start });
  const last = await eventually(async () => {
    const state = syncState.parse((await site.admin('GET', '/commerce-bridge/sync')).body);
    return state.current === null ? state.last : null;
  }, 120_000);
  const { issues } = healthRecord.parse((await site.admin('POST', '/commerce-bridge/health/check')).body);
  print({ run: last, issues: issues ?? [] });
}

const [, , order = '{}'] = process.argv;
main(JSON.parse(order)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
