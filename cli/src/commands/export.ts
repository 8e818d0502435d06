import { Argument } from 'commander';
import { z } from 'zod';
import { includeGroups } from '../../../contracts/rest/parameters';
import type { Registration } from '../command';
import { exitCodes } from '../exit-codes';
import { amount } from '../output/table';
import { patientSite } from '../site/patient-site';
import { restClient, restFailure } from '../site/rest';
import type { Site } from '../site/site';

const kinds = ['products', 'collections', 'brands'] as const;
const options = z.object({ kind: z.enum(kinds).default('products') });

/** `export`: prints the published catalog, page by page. */
export function addExport({ program, act }: Registration): void {
  program
    .command('export')
    .description('the published catalog as JSON, one record on each line; needs no token')
    .addArgument(new Argument('[kind]', 'what to export').choices(kinds).default('products'))
    .action(
      act(async (context, { args: [kind] }) => {
        const { output } = context;
        const site = patientSite(context);
        let count = 0;
        output.beginRecords();
        try {
          for await (const record of recordsOf(options.parse({ kind }).kind, site)) {
            if (output.isClosed) break;
            await output.record(record);
            count += 1;
          }
        } catch (error) {
          throw restFailure(error, site);
        }
        if (!output.isClosed) output.note(`${amount(count)} records.`);
        return exitCodes.done;
      }),
    );
}

async function* recordsOf(kind: (typeof kinds)[number], site: Site): AsyncGenerator<unknown, void> {
  const client = restClient(site);
  if (kind === 'products') yield* client.eachProduct({ include: [...includeGroups] });
  for (let page = 1, pages = 1; kind !== 'products' && page <= pages; page += 1) {
    const query = { page, per_page: 250 };
    const list = kind === 'brands' ? await client.listBrands(query) : await client.listCollections(query);
    pages = list.pages ?? page;
    yield* 'brands' in list ? list.brands : list.collections;
  }
}
