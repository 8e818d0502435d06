import { z } from 'zod';
import { healthRecord } from '../../../contracts/admin/health';
import { siteStatus } from '../../../contracts/admin/status';
import { permission } from '../permissions';
import { assistantTool, ToolRefusal } from './assistant-tool';

const health = assistantTool({
  name: 'commerce_health',
  title: 'Commerce: health',
  description:
    'What is wrong with the connection to BigCommerce, the webhooks, the queue and the clocks, as the last check found it, and what to do about each. With check: true it is checked again, which asks BigCommerce.',
  policies: [{ action: permission('settings.read') }],
  input: z.object({ check: z.boolean().default(false) }),
  output: z.object({
    status: siteStatus,
    /** Null before the first check. */
    health: healthRecord.nullable(),
  }),
  async run({ container, args, may }) {
    if (args.check && !may('health.manage'))
      throw new ToolRefusal(
        'A new check needs the permission "Run and clear health checks". Without check: true, the last one is read.',
      );
    if (args.check) await container.health.check();
    const { status, record } = await container.health.read();
    return { status, health: record };
  },
});

export const healthTools = [health];
