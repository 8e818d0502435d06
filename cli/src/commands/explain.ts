import { z } from 'zod';
import {
  type ProductDetail,
  productDetail,
  type ProductUpstream,
  productUpstream,
} from '../../../contracts/admin/products';
import { type CommandContext, nameIn, type Registration } from '../command';
import { CommandError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';
import { facts } from '../output/table';
import { read } from '../site/responses';
import { explainInMarket } from './explain-market';
import { restOf } from '../site/rest';

const optionsSchema = z.object({ market: z.string().optional() });

/** `explain`: what the site shows of a product, the store's current data, and the differences. */
export function addExplain({ program, act }: Registration): void {
  program
    .command('explain')
    .description('what the site has of a product, what the store says now, what differs, and where it came from')
    .argument('<id|slug>', "a product's BigCommerce id, or the slug of a published one", nameIn)
    .option('--market <key>', 'in this market: what it shows and costs there, and where the price comes from', nameIn)
    .action(
      act(async (context, { args: [given = ''], options }) => {
        const { market } = optionsSchema.parse(options);
        const id = /^\d{1,16}$/.test(given) ? Number(given) : await idOf(given, context);
        return market === undefined ? explain(id, context) : explainInMarket(id, market, context);
      }),
    );
}

async function explain(id: number, context: CommandContext): Promise<ExitCode> {
  const { site, output, isJson } = context;
  const { detail, absence } = await cachedOf(id, context);
  const upstream = await read(site, { method: 'GET', path: `/products/${id}/upstream` }, productUpstream);
  if (isJson) await output.json({ id, cached: detail, upstream });
  else {
    const lines = [...(detail === null ? [absence] : describe(detail)), ...describeUpstream(upstream, detail)];
    for (const line of lines) await output.line(line);
  }
  if (upstream.kind === 'failed') return detail === null ? exitCodes.failed : exitCodes.partial;
  return detail === null && upstream.kind === 'gone' ? exitCodes.failed : exitCodes.done;
}

async function idOf(slug: string, { site }: CommandContext): Promise<number> {
  const product = await restOf(site, (client) => client.readProduct(slug));
  return product.id;
}

async function cachedOf(id: number, { site }: CommandContext) {
  try {
    const detail = await read(site, { method: 'GET', path: `/products/${id}` }, productDetail);
    return { detail, absence: '' };
  } catch (error) {
    if (!(error instanceof CommandError) || error.status !== 404 || error.exitCode !== exitCodes.failed) throw error;
    return { detail: null, absence: error.message };
  }
}

type Origin = ProductDetail['writtenBy'];

function originOf(origin: Origin): string {
  if (origin === null) return '';
  return origin.kind === 'run'
    ? ` by the sync ${origin.runId}`
    : origin.kind === 'event'
      ? ' by a webhook event'
      : ' by a resync';
}

function describe({ id, fields, currency, ...product }: ProductDetail): string[] {
  const { writtenAt, writtenBy, comparedAt, comparedBy, failure, waitingEvent, links } = product;
  return [
    ...facts([
      ['Product', `${id}, ${fields.title}`],
      ['Slug', fields.slug],
      ['State', `${fields.publicationStatus}, ${fields.inStock ? 'in stock' : 'not in stock'}`],
      ['Price', `${fields.calculatedPrice} ${currency ?? ''}`],
      ['Written', writtenAt === null ? 'not known' : `${writtenAt}${originOf(writtenBy)}`],
      ['Compared', comparedAt === null ? 'not known' : `${comparedAt}${originOf(comparedBy)}`],
      ['In the store', links.upstream ?? 'not known'],
    ]),
    ...(failure === null ? [] : [`The sync ${failure.runId} could not import it: ${failure.reason}`]),
    ...(waitingEvent === null
      ? []
      : [
          `A webhook event of ${waitingEvent.receivedAt} is not done (${waitingEvent.status}). ${waitingEvent.lastError ?? ''}`,
        ]),
  ];
}

function describeUpstream(upstream: ProductUpstream, detail: ProductDetail | null): string[] {
  if (upstream.kind === 'gone') return ['The store has no such product.'];
  if (upstream.kind === 'failed') return [`The store could not be reached: ${upstream.message}`];
  if (upstream.reason !== null) return [`The store has it, and it cannot be cached: ${upstream.reason}`];
  if (detail === null)
    return [`The store has it: ${upstream.fields?.title ?? ''}. "commerce-bridge resync" fetches it.`];
  if (upstream.differences.length === 0) return ['The store says the same.'];
  return [
    'The store says something else:',
    ...upstream.differences.map(({ field, item, part, from, to }) => {
      const name = [field, item, part].filter((each) => each !== null).join(' / ');
      return `- ${name}: ${JSON.stringify(from)} here, ${JSON.stringify(to)} in the store`;
    }),
  ];
}
