import { type ProductResync, productResync } from '../../../contracts/admin/catalog';
import { nameIn, type Registration } from '../command';
import { combined, type ExitCode, exitCodes } from '../exit-codes';
import { read } from '../site/responses';
import { eachOf, shownToScripts } from './each-of';

/** `resync`: fetches products from the store now. */
export function addResync({ program, act }: Registration): void {
  program
    .command('resync')
    .description('fetch products from the store now, and bring their records up to date')
    .argument('<id|slug...>', 'BigCommerce ids or slugs of products', nameIn)
    .action(
      act(async (context, { args }) => {
        const { site, output, isJson } = context;
        const results = await eachOf(args, context, async (given) => {
          const path = `/products/${encodeURIComponent(given)}/resync`;
          const found = await read(site, { method: 'POST', path }, productResync);
          if (!isJson) await output.line(`${given}: ${words[found.outcome]}${reasonOf(found)}`);
          return { result: found, exitCode: exitCodeOf(found.outcome) };
        });
        if (isJson) await output.json(results.map(shownToScripts));
        return combined(results.map(({ exitCode }) => exitCode));
      }),
    );
}

const words: Readonly<Record<ProductResync['outcome'], string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  outdated: 'already newer than what the store sent',
  removed: 'removed: the store no longer has it',
  absent: 'neither the store nor the site has it',
  held: 'the store no longer has it; its removal waits for the removal limit',
  failed: 'failed',
};

const reasonOf = ({ reason }: ProductResync): string => (reason === null ? '' : `: ${reason}`);

function exitCodeOf(outcome: ProductResync['outcome']): ExitCode {
  return ['absent', 'held', 'failed'].includes(outcome) ? exitCodes.failed : exitCodes.done;
}
