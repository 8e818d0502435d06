import { z } from 'zod';
import { overview } from '../../../contracts/admin/overview';
import { run, runMode, syncSchedule } from '../../../contracts/admin/runs';
import { permission } from '../permissions';
import { SyncBusyError } from '../sync/runs/sync-errors';
import { assistantTool, ToolRefusal } from './assistant-tool';

const status = assistantTool({
  name: 'commerce_sync_status',
  title: 'Commerce: sync status',
  description:
    'Whether the cached catalog is up to date with BigCommerce, and why not; the sync in progress, the last ones, when the next one starts, and what waits in the queue. Asks BigCommerce nothing.',
  policies: [{ action: permission('catalog.read') }],
  input: z.object({}),
  output: overview.extend({ schedule: syncSchedule.nullable() }),
  run: async ({ container }) => ({ ...(await container.overview()), schedule: await container.syncSchedule() }),
});

const start = assistantTool({
  name: 'commerce_start_sync',
  title: 'Commerce: start sync',
  description:
    'Starts a sync in the background; commerce_sync_status reports its progress. By default a dry run, which counts what would change and writes nothing; call it with dryRun: false once a person has agreed.',
  policies: [{ action: permission('sync.run') }],
  input: z.object({
    mode: runMode
      .default('incremental')
      .describe('full: everything; incremental: what was modified; sweep: that, and then everything is compared.'),
    dryRun: z.boolean().default(true),
  }),
  output: z.object({ dryRun: z.boolean(), run }),
  async run({ container, args: { mode, dryRun } }) {
    const started = await container.sync.start({ mode, dryRun, allowMassRemoval: false });
    if (started.kind === 'busy') {
      const other = started.run === null ? '' : ` It is the ${started.run.mode} sync ${started.run.id}.`;
      throw new ToolRefusal(`${new SyncBusyError().message}${other}`);
    }
    return { dryRun, run: started.run };
  },
});

export const syncTools = [status, start];
