import { z } from 'zod';
import { eventList } from '../../../contracts/admin/events';
import { permission } from '../permissions';
import { assistantTool } from './assistant-tool';

const managesEvents = { action: permission('events.manage') };
const failedStatus = z
  .enum(['failed', 'dropped'])
  .describe('failed: will be retried by itself; dropped: failed permanently, until somebody retries it.');
const entityId = z.int().min(1).optional().describe('BigCommerce ID of a product or category: only events about it.');

const failed = assistantTool({
  name: 'commerce_failed_events',
  title: 'Commerce: failed webhook events',
  description: 'Webhook events of BigCommerce that could not be processed, newest first, each with the last error.',
  policies: [managesEvents],
  input: z.object({
    status: failedStatus.default('dropped'),
    entityId,
    page: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(100).default(20),
  }),
  output: eventList,
  run: ({ container, args }) =>
    container.events.list({
      status: args.status,
      entityId: args.entityId ?? null,
      page: args.page,
      perPage: args.pageSize,
    }),
});

const retry = assistantTool({
  name: 'commerce_retry_events',
  title: 'Commerce: retry webhook events',
  description:
    'Makes failed webhook events due now, all of them or those of one status or record. By default only says how many (dryRun: true); call it again with dryRun: false once a person has agreed.',
  policies: [managesEvents],
  input: z.object({
    status: failedStatus.optional().describe('Both when absent.'),
    entityId,
    dryRun: z.boolean().default(true),
  }),
  output: z.object({
    dryRun: z.boolean(),
    /** How many would be retried; only in a dry run. */
    matching: z.int().nullable(),
    /** How many are due now; null in a dry run. */
    retried: z.int().nullable(),
  }),
  async run({ container, args: { status, entityId: id, dryRun } }) {
    const filter = { status: status ?? null, entityId: id ?? null };
    if (!dryRun) return { dryRun, matching: null, retried: await container.events.retryAll(filter) };
    return { dryRun, matching: await container.events.countRetryable(filter), retried: null };
  },
});

export const eventTools = [failed, retry];
