import { type Overview, overview } from '../../../contracts/admin/overview';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { progressOf } from '../output/run-texts';
import { amount, facts } from '../output/table';
import { read } from '../site/responses';

/** `status`: whether the site is in sync with the store. */
export function addStatus({ program, act }: Registration): void {
  program
    .command('status')
    .description('whether the site is in sync with the store, and what is under way')
    .action(
      act(async ({ site, output, isJson }) => {
        const found = await read(site, { method: 'GET', path: '/overview' }, overview);
        if (isJson) await output.json(found);
        else for (const line of describe(found)) await output.line(line);
        return exitCodes.done;
      }),
    );
}

const kinds: Readonly<Record<Overview['status']['kind'], string>> = {
  up_to_date: 'up to date',
  behind: 'behind the store',
  failing: 'failing',
  not_set_up: 'not set up',
};

function* describe({ status, sync, counts, events, nextRunAt }: Overview): Iterable<string> {
  const { current, lastWriting: last } = sync;
  const asOf = status.asOf === null ? '' : ` (as of ${status.asOf})`;
  yield* facts([
    ['Status', `${kinds[status.kind]}${asOf}`],
    ['Products', `${amount(counts.products)}, ${amount(counts.publishedProducts)} of them published`],
    ['Categories', amount(counts.categories)],
    ['Brands', amount(counts.brands)],
    [
      'Events',
      `${amount(events.pending)} waiting, ${amount(events.failed)} failed, ${amount(events.dropped)} failed permanently`,
    ],
    ['Sync under way', current === null ? 'none' : `${current.id}, ${progressOf(current)}`],
    ['Last sync', last === null ? 'none yet' : `${last.id}, ${last.mode}, ${last.status}, ${last.startedAt}`],
    ['Next sync', nextRunAt ?? 'none is scheduled'],
  ]);
  for (const { text } of [...status.reasons, ...status.hints]) yield `- ${text}`;
}
