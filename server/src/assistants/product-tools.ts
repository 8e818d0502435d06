import { z } from 'zod';
import { marketKey } from '../../../contracts/admin/markets';
import { productInMarket } from '../../../contracts/admin/product-in-market';
import { productResync } from '../../../contracts/admin/catalog';
import {
  fieldChange,
  productDetail,
  productList,
  productListQuery,
  productOrder,
  type ProductDetail,
  type ProductUpstream,
} from '../../../contracts/admin/products';
import type { Container } from '../container';
import type { FurtherMarket } from '../markets/site-markets';
import { permission, readProducts } from '../permissions';
import { assistantTool, ToolRefusal } from './assistant-tool';
import { explainInWords, resyncInWords } from './explain-in-words';

const product = z
  .union([z.int().min(1), z.string().trim().min(1).max(255)])
  .describe('The BigCommerce ID of the product, or its slug.');
const readsCatalog = { action: permission('catalog.read') };

const search = assistantTool({
  name: 'commerce_search_products',
  title: 'Commerce: search products',
  description:
    'Search the products that this site has cached from BigCommerce, hidden ones included. IDs are those of BigCommerce; prices are in the currency of the store.',
  // Administrators who see products in the Content Manager may search them here, as in the product picker.
  policies: [readsCatalog, readProducts],
  input: z.object({
    search: z.string().trim().max(200).optional().describe('In title and description; also an exact SKU or ID.'),
    category: z.int().min(1).optional().describe('BigCommerce ID of a category.'),
    brand: z.int().min(1).optional().describe('BigCommerce ID of a brand.'),
    status: z
      .enum(['publish', 'draft', 'withdrawn'])
      .optional()
      .describe('publish: visible on the storefront; draft: hidden; withdrawn: gone from the store, kept for entries.'),
    stock: z.enum(['in', 'out']).optional(),
    sort: productOrder.default('title'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(100).default(20),
  }),
  output: productList,
  async run({ container, args: { search: text, category, brand, status, stock, ...order } }) {
    const { page, pageSize, sort: orderBy, direction } = productListQuery.parse(order);
    const filter = { search: text, categoryId: category, brandId: brand, status, inStock: stock && stock === 'in' };
    return container.productLists.list({ filter, orderBy, direction, page, pageSize });
  },
});

const get = assistantTool({
  name: 'commerce_get_product',
  title: 'Commerce: get product',
  description: 'Everything that this site has cached of one product, where each value came from, and its last changes.',
  policies: [readsCatalog],
  input: z.object({ product }),
  output: z.object({ product: productDetail }),
  run: async ({ container, args }) => ({ product: await cachedProduct(container, args.product) }),
});

const explain = assistantTool({
  name: 'commerce_explain_product',
  title: 'Commerce: explain product',
  description:
    'Compares what the site shows of one product with what BigCommerce says right now: what differs, what wrote the cached values and when, and what is under way. Asks BigCommerce; changes nothing.',
  policies: [readsCatalog],
  input: z.object({
    product,
    market: marketKey.optional().describe('Key of a further market of the site, to compare it there, too.'),
  }),
  output: z.object({
    id: z.int(),
    title: z.string().nullable(),
    /** In one or two sentences. */
    explanation: z.string(),
    site: z.object({
      state: z.enum(['shown', 'hidden', 'withdrawn', 'not_cached']),
      cached: productDetail
        .pick({ cachedAt: true, writtenAt: true, writtenBy: true, comparedAt: true, comparedBy: true, links: true })
        .nullable(),
      failure: productDetail.shape.failure,
      waitingEvent: productDetail.shape.waitingEvent,
      history: productDetail.shape.history,
    }),
    store: z.object({
      state: z.enum(['found', 'unusable', 'gone', 'not_answering']),
      checkedAt: z.iso.datetime(),
      /** Why it cannot be cached, or why BigCommerce did not respond. */
      reason: z.string().nullable(),
    }),
    /** From the cached value to BigCommerce's. */
    differences: z.array(fieldChange),
    /** In the requested market, with the source of the price; null without one, or if the product is not cached. */
    market: productInMarket.nullable(),
  }),
  async run({ container, args }) {
    const id = await idOf(container, args.product);
    const market = args.market === undefined ? null : marketNamed(container, args.market);
    const [found, upstream, inMarket] = await Promise.all([
      container.productDesk.detail(id),
      container.productDesk.upstream(id),
      market && container.productMarketDesk.compare(id, market),
    ]);
    const detail = found.kind === 'found' ? found.detail : null;
    if (detail === null && upstream.kind === 'gone')
      throw new ToolRefusal(`Neither this site nor BigCommerce has a product with the ID ${id}.`);
    return {
      id,
      title: detail?.fields.title ?? (upstream.kind === 'found' ? (upstream.fields?.title ?? null) : null),
      explanation: explainInWords({ detail, upstream }),
      site: {
        state: stateOnSite(detail),
        cached: detail,
        failure: detail?.failure ?? null,
        waitingEvent: detail?.waitingEvent ?? null,
        history: detail?.history ?? [],
      },
      store: { state: stateInStore(upstream), checkedAt: upstream.checkedAt, reason: reasonOf(upstream) },
      differences: upstream.kind === 'found' ? upstream.differences : [],
      market: inMarket,
    };
  },
});

const resync = assistantTool({
  name: 'commerce_resync_product',
  title: 'Commerce: resync product',
  description:
    'Updates one product from BigCommerce. By default only says what would change (dryRun: true); call it again with dryRun: false once a person has agreed.',
  policies: [{ action: permission('sync.run') }],
  input: z.object({ product, dryRun: z.boolean().default(true) }),
  output: z.object({
    dryRun: z.boolean(),
    id: z.int(),
    /** Null in a dry run. */
    result: productResync.nullable(),
    /** What would change; only in a dry run, and only with the permission to view the catalog. */
    differences: z.array(fieldChange),
    explanation: z.string(),
  }),
  async run({ container, args: { product: wanted, dryRun }, may }) {
    const id = await idOf(container, wanted);
    if (!dryRun) {
      const result = await container.resyncProduct(id);
      const explanation = result.reason ?? `The product ${id}: ${result.outcome}.`;
      return { dryRun, id: result.id, result, differences: [], explanation };
    }
    const [found, upstream] = await Promise.all([container.productDesk.detail(id), container.productDesk.upstream(id)]);
    const compared = { detail: found.kind === 'found' ? found.detail : null, upstream };
    if (!may('catalog.read'))
      return { dryRun, id, result: null, differences: [], explanation: resyncInWords(compared) };
    const differences = upstream.kind === 'found' ? upstream.differences : [];
    return { dryRun, id, result: null, differences, explanation: explainInWords(compared) };
  },
});

export const productTools = [search, get, explain, resync];

function marketNamed({ siteMarkets }: Pick<Container, 'siteMarkets'>, key: string): FurtherMarket {
  const market = siteMarkets.find(key);
  if (market) return market;
  const keys = siteMarkets.further().map((further) => further.key);
  throw new ToolRefusal(
    `The site has no market ${key} other than the default one. ${keys.length === 0 ? 'It has no others.' : `It has: ${keys.join(', ')}.`}`,
  );
}

async function idOf({ cachedIds }: Pick<Container, 'cachedIds'>, named: string | number): Promise<number> {
  const id = await cachedIds.productNamed(String(named));
  if (id === null)
    throw new ToolRefusal(
      `No cached product has the slug ${JSON.stringify(named)}. Give the BigCommerce ID, or look for it with commerce_search_products.`,
    );
  return id;
}

async function cachedProduct(container: Container, named: string | number): Promise<ProductDetail> {
  const found = await container.productDesk.detail(await idOf(container, named));
  if (found.kind === 'absent') throw new ToolRefusal(found.message);
  return found.detail;
}

function stateOnSite(detail: ProductDetail | null): 'shown' | 'hidden' | 'withdrawn' | 'not_cached' {
  if (detail === null) return 'not_cached';
  return ({ publish: 'shown', draft: 'hidden', withdrawn: 'withdrawn' } as const)[detail.fields.publicationStatus];
}

function stateInStore(upstream: ProductUpstream): 'found' | 'unusable' | 'gone' | 'not_answering' {
  if (upstream.kind === 'found') return upstream.fields === null ? 'unusable' : 'found';
  return upstream.kind === 'gone' ? 'gone' : 'not_answering';
}

function reasonOf(upstream: ProductUpstream): string | null {
  if (upstream.kind === 'found') return upstream.reason;
  return upstream.kind === 'failed' ? upstream.message : null;
}
