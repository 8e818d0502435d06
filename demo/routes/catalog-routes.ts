import type { FastifyInstance } from 'fastify';
import { type FacetQuery, orNull, type ProductListQuery } from 'strapi-plugin-commerce-bridge/client';
import { homePage } from '../pages/home-page';
import { layout } from '../pages/layout';
import { type ListChoice, readListChoice } from '../pages/list-choice';
import { listPage } from '../pages/list-page';
import { missingPage } from '../pages/message-page';
import { listGroups } from '../pages/product-card';
import { productGroups, productPage } from '../pages/product-page';
import { readFrame, type ShopContext } from '../shop-context';

// Low enough that the demo's own catalog has a second page.
const perPage = 6;

/** Home, lists, and products, all from the typed client. */
export function catalogRoutes(app: FastifyInstance, context: ShopContext): void {
  const { client } = context;

  app.get('/', async (request, reply) => {
    const [frame, { products: newest }] = await Promise.all([
      readFrame(context, request),
      client.listProducts({ orderby: 'date', order: 'desc', per_page: 8, in_stock: true, include: listGroups }),
    ]);
    const tiles = await Promise.all(
      frame.collections.slice(0, 12).map(async (collection) => {
        const { products } = await client.listProducts({ category: collection.slug, per_page: 1, include: listGroups });
        return { collection, product: products[0] };
      }),
    );
    return reply.type(htmlType).send(layout(frame, homePage(frame, { newest, tiles })));
  });

  app.get('/products', async (request, reply) => {
    const choice = readListChoice(request.query);
    const [frame, facets, list] = await Promise.all([
      readFrame(context, request),
      client.readFacets(filtersOf(choice)),
      client.listProducts(queryOf(choice)),
    ]);
    return reply.type(htmlType).send(layout(frame, listPage(frame, { ...list, facets, choice, collection: null })));
  });

  // Suggestions for the search field while somebody is typing.
  app.get('/suggestions', async (request, reply) => {
    const { search } = readListChoice(request.query);
    if (search === undefined) return reply.send([]);
    const { products, collections, brands } = await client.listSuggestions(search);
    return reply.send([...products, ...collections, ...brands].map(({ name }) => name));
  });

  app.get<{ Params: { slug: string } }>('/collections/:slug', async (request, reply) => {
    const choice = readListChoice(request.query);
    const [frame, collection] = await Promise.all([
      readFrame(context, request),
      orNull(client.readCollection(request.params.slug, { include: ['breadcrumbs', 'image'] })),
    ]);
    if (collection === null) return reply.code(404).type(htmlType).send(layout(frame, missingPage()));
    const [facets, list] = await Promise.all([
      client.readFacets({ ...filtersOf(choice), category: collection.slug }),
      client.listProducts({ ...queryOf(choice), category: collection.slug }),
    ]);
    return reply.type(htmlType).send(layout(frame, listPage(frame, { ...list, facets, choice, collection })));
  });

  app.get<{ Params: { slug: string }; Querystring: { variant?: string } }>(
    '/products/:slug',
    async (request, reply) => {
      const { slug } = request.params;
      const [frame, product] = await Promise.all([
        readFrame(context, request),
        orNull(client.readProduct(slug, { include: productGroups })),
      ]);
      if (product === null) return reply.code(404).type(htmlType).send(layout(frame, missingPage()));
      if (product.slug !== slug) return reply.redirect(`/products/${encodeURIComponent(product.slug)}`, 301);
      const variantId = Number(request.query.variant) || null;
      return reply.type(htmlType).send(layout(frame, productPage(frame, { product, variantId })));
    },
  );
}

/** The media type of every page. */
export const htmlType = 'text/html; charset=utf-8';

function queryOf(choice: ListChoice): ProductListQuery<typeof listGroups> {
  const [orderby, order] = orders[choice.order];
  return { ...filtersOf(choice), page: choice.page, per_page: perPage, orderby, order, include: listGroups };
}

function filtersOf(choice: ListChoice): FacetQuery {
  return {
    ...(choice.search !== undefined && { search: choice.search }),
    ...(choice.brand !== undefined && { brand: choice.brand }),
    ...(choice.min_price !== undefined && { min_price: choice.min_price }),
    ...(choice.max_price !== undefined && { max_price: choice.max_price }),
    ...(choice.in_stock && { in_stock: true }),
    ...(choice.on_sale && { on_sale: true }),
  };
}

const orders = {
  'date-desc': ['date', 'desc'],
  'price-asc': ['price', 'asc'],
  'price-desc': ['price', 'desc'],
  'title-asc': ['title', 'asc'],
} as const;
