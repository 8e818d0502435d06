import type { FastifyInstance } from 'fastify';
import { orNull } from 'strapi-plugin-commerce-bridge/client';
import { z } from 'zod';
import { createChangeWatch } from '../behind/change-watch';
import { editKinds, watchedGroups } from '../behind/edits';
import { controlStore } from '../behind/simulated-store';
import { readForm, UnusableForm } from '../forms';
import { type BehindContent, behindPage, liveView } from '../pages/behind-page';
import { layout } from '../pages/layout';
import { readFrame, type ShopContext } from '../shop-context';
import { htmlType } from './catalog-routes';

const queryOf = z.object({ product: z.string().optional().catch(undefined) });
const changeSchema = z.object({ product: z.string().min(1), kind: z.enum(editKinds) });
const switchSchema = z.object({ product: z.string(), state: z.enum(['on', 'off']) });

/** The page *What happens behind*, which would not be part of a real shop. */
export function behindRoutes(app: FastifyInstance, context: ShopContext): void {
  const { client, options } = context;
  const store = controlStore(options.storeUrl);
  const watch = createChangeWatch(client, store);
  app.addHook('onClose', async () => watch.stop());

  async function readContent(slug: string | undefined): Promise<BehindContent> {
    const { products: listed } = await client.listProducts({ orderby: 'title', order: 'asc', per_page: 30 });
    const wanted = slug ?? listed[0]?.slug;
    if (wanted === undefined) throw new UnusableForm('The catalog has no products to show.');
    const started = performance.now();
    const product = await client.readProduct(wanted, { include: watchedGroups });
    const readTook = performance.now() - started;
    const choices = listed.some(({ id }) => id === product.id) ? listed : [product, ...listed];
    return { product, choices, traces: watch.traces(), isStoreOn: await store.isOn(), readTook };
  }

  app.get('/behind', async (request, reply) => {
    const { product } = queryOf.parse(request.query);
    const [frame, content] = await Promise.all([readFrame(context, request), readContent(product)]);
    return reply.type(htmlType).send(layout(frame, behindPage(frame, content)));
  });

  app.get('/behind/live', async (request, reply) => {
    const { product } = queryOf.parse(request.query);
    const [shop, content] = await Promise.all([client.readStore(), readContent(product)]);
    return reply.type(htmlType).header('cache-control', 'no-store').send(liveView(shop, content).text);
  });

  app.post('/behind/changes', async (request, reply) => {
    const { product: slug, kind } = readForm(changeSchema, request.body);
    const product = await orNull(client.readProduct(slug));
    if (product === null) throw new UnusableForm('This product is no longer in the shop.');
    await watch.make({ id: product.id, slug: product.slug, kind });
    return reply.redirect(`/behind?product=${encodeURIComponent(product.slug)}`, 303);
  });

  app.post('/behind/store', async (request, reply) => {
    const { product, state } = readForm(switchSchema, request.body);
    await store.turn(state);
    return reply.redirect(`/behind?product=${encodeURIComponent(product)}`, 303);
  });
}
