import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { type CommerceBridgeClient, ifModified } from 'strapi-plugin-commerce-bridge/client';

// The data in prerendered pages. Price and stock, which change by the minute, are fetched when a page is viewed.
const product = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  brand: z.object({ name: z.string() }).nullable(),
  custom_fields: z.array(z.object({ name: z.string(), value: z.string() })),
  seo: z.object({ page_title: z.string(), meta_description: z.string() }),
  images_all_sizes: z.array(z.object({ alt: z.string(), standard: z.string(), zoom: z.string(), srcset: z.string() })),
});

/** A page of the API's product list, as it was last read. */
const knownPage = z.object({ etag: z.string(), pages: z.number(), ids: z.array(z.string()) });
type KnownPage = z.output<typeof knownPage>;

/**
 * Loads all products. A build keeps what the last one read: each page of the API's list is requested with its `ETag`,
 * and an unchanged page gets a 304 without a body.
 */
export function productLoader({ shop }: { shop: CommerceBridgeClient }): Loader {
  return {
    name: 'commerce-bridge-products',
    schema: product,
    async load(context) {
      const ids = new Set<string>();
      let unchanged = 0;
      let last = 1;
      for (let page = 1; page <= last; page += 1) {
        const known = readKnown(context, page);
        const read = await readPage(context, { shop, page, known });
        if (read === known) unchanged += 1;
        for (const id of read.ids) ids.add(id);
        last = read.pages;
      }
      for (const id of context.store.keys()) if (!ids.has(id)) context.store.delete(id);
      context.logger.info(`${ids.size} products, ${unchanged} of ${last} pages unchanged`);
    },
  };
}

function readKnown({ meta, store }: LoaderContext, page: number): KnownPage | null {
  const known = knownPage.safeParse(JSON.parse(meta.get(`page-${page}`) ?? 'null'));
  return known.success && known.data.ids.every((id) => store.has(id)) ? known.data : null;
}

interface PageRequest {
  shop: CommerceBridgeClient;
  page: number;
  known: KnownPage | null;
}

async function readPage(context: LoaderContext, { shop, page, known }: PageRequest): Promise<KnownPage> {
  let etag = '';
  const list = await ifModified(
    shop.listProducts(
      // By date, so that new products are added to the last page, and do not shift those on earlier pages.
      {
        orderby: 'date',
        order: 'asc',
        per_page: 100,
        page,
        include: ['brand', 'custom_fields', 'seo', 'images_all_sizes'],
      },
      {
        ifNoneMatch: known?.etag,
        onResponse: (response) => {
          etag = response.etag ?? '';
        },
      },
    ),
  );
  if (list === null && known !== null) return known;
  const { products, pages } = list ?? { products: [], pages: 1 };
  for (const each of products) {
    const id = String(each.id);
    const data = await context.parseData({ id, data: { ...each } });
    context.store.set({ id, data, digest: context.generateDigest(data) });
  }
  const read = { etag, pages: Math.max(pages, 1), ids: products.map(({ id }) => String(id)) };
  context.meta.set(`page-${page}`, JSON.stringify(read));
  return read;
}
