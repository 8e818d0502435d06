import { Option } from 'commander';
import { z } from 'zod';
import { type EventList, eventList, eventRetry, eventStatus, retriedEvents } from '../../../contracts/admin/events';
import { type CommandContext, nameIn, type Registration, wholeNumber } from '../command';
import { CommandError } from '../command-error';
import { combined, exitCodes } from '../exit-codes';
import { amount, table } from '../output/table';
import { order, read } from '../site/responses';
import { eachOf, shownToScripts } from './each-of';

const listOptions = z.object({
  status: eventStatus.optional(),
  search: z.string().optional(),
  page: z.number().default(1),
});
const retryOptions = z.object({ all: z.boolean().default(false) });

/** `events`: the queue of webhook events. */
export function addEvents({ program, act }: Registration): void {
  const events = program.command('events').description('the queue of webhook events');
  events
    .command('list')
    .description('webhook events that are kept, the newest first')
    .addOption(new Option('--status <status>', 'only events with this status').choices(eventStatus.options))
    .option('--search <text>', 'only those of products with this in their name, or as their SKU')
    .option('--page <number>', '50 events each', wholeNumber(1, 1_000_000))
    .action(
      act(async (context, given) => {
        const { status, search, page } = listOptions.parse(given.options);
        const query = { status, search, page, pageSize: 50 };
        const found = await read(context.site, { method: 'GET', path: '/events', query }, eventList);
        await showList(found, context);
        return exitCodes.done;
      }),
    );
  events
    .command('retry')
    .description('process events again now')
    .argument('[id...]', 'ids of events', nameIn)
    .option('--all', 'all that wait for a retry or failed permanently')
    .action(act(async (context, { args, options }) => retry(context, args, retryOptions.parse(options).all)));
  events
    .command('discard')
    .description('delete events; the next sweep finds what they were about')
    .argument('<id...>', 'ids of events', nameIn)
    .action(
      act(async (context, { args }) => {
        const results = await eachOf(args, context, async (id) => {
          await order(context.site, { method: 'DELETE', path: `/events/${encodeURIComponent(id)}` });
          if (!context.isJson) await context.output.line(`${id}: discarded`);
          return { result: { discarded: true }, exitCode: exitCodes.done };
        });
        await showEach(results, context);
        return combined(results.map(({ exitCode }) => exitCode));
      }),
    );
}

async function retry(context: CommandContext, ids: readonly string[], isAll: boolean) {
  const { site, output, isJson } = context;
  if (isAll === ids.length > 0) {
    throw new CommandError({
      exitCode: exitCodes.usage,
      message: isAll ? 'Both ids and --all are given.' : 'No event is given.',
      advice: 'Give the ids of events ("commerce-bridge events list" shows them), or --all.',
    });
  }
  if (isAll) {
    const found = await read(site, { method: 'POST', path: '/events/retry', body: {} }, retriedEvents);
    if (isJson) await output.json(found);
    else await output.line(`${amount(found.retried)} events are processed again.`);
    return exitCodes.done;
  }
  const results = await eachOf(ids, context, async (id) => {
    const { event } = await read(
      site,
      { method: 'POST', path: `/events/${encodeURIComponent(id)}/retry`, body: {} },
      eventRetry,
    );
    if (!isJson) await output.line(`${id}: ${event.status}`);
    return { result: event, exitCode: exitCodes.done };
  });
  await showEach(results, context);
  return combined(results.map(({ exitCode }) => exitCode));
}

async function showEach(results: Awaited<ReturnType<typeof eachOf<object>>>, { output, isJson }: CommandContext) {
  if (isJson) await output.json(results.map(shownToScripts));
}

async function showList(found: EventList, { output, isJson }: CommandContext): Promise<void> {
  if (isJson) return output.json(found);
  const rows = found.events.map((event) => [
    event.id,
    event.status,
    event.scope,
    `${event.entity} ${event.entity_id}`,
    event.name ?? '',
    event.receivedAt,
    event.lastError ?? '',
  ]);
  for (const line of table([['ID', 'STATUS', 'SCOPE', 'ABOUT', 'NAME', 'RECEIVED', 'LAST ERROR'], ...rows]))
    await output.line(line);
  await output.line(`Page ${found.page} of ${Math.max(1, found.pages)}; ${amount(found.total)} events.`);
}
