import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { CommerceBridgeApiError, StoreRefusal } from 'strapi-plugin-commerce-bridge/client';
import { UnusableForm } from './forms';
import { layout } from './pages/layout';
import { troublePage, troubleText } from './pages/message-page';
import { behindRoutes } from './routes/behind-routes';
import { cartRoutes } from './routes/cart-routes';
import { catalogRoutes, htmlType } from './routes/catalog-routes';
import { createShopContext, readFrame, type ShopContext, type ShopOptions } from './shop-context';

/** A running shop. */
export interface Shop {
  url: string;
  stop(): Promise<void>;
}

/** Starts the shop on this machine only. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const app = fastify({ forceCloseConnections: true });
  const context = createShopContext(options);
  protect(app, options);
  acceptForms(app);
  answerTrouble(app, context);
  serveAssets(app);
  catalogRoutes(app, context);
  cartRoutes(app, context);
  behindRoutes(app, context);
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return { url, stop: () => app.close() };
}

function protect(app: FastifyInstance, { storeUrl }: ShopOptions): void {
  const store = new URL(storeUrl).origin;
  const policy = [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", `img-src 'self' ${store}`],
    // The checkout's form is redirected to the store.
    ...[`form-action 'self' ${store}`, "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    const { origin, host } = request.headers;
    const isForeign = origin !== undefined && origin !== `http://${host ?? ''}`;
    if (request.method === 'POST' && isForeign) {
      await reply.code(403).type(htmlType).send(troubleText('Not from here', 'This form belongs to another site.'));
    }
  });
}

function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

interface Trouble {
  status: number;
  title: string;
  text: string;
}

function answerTrouble(app: FastifyInstance, context: ShopContext): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, trouble: Trouble): Promise<FastifyReply> => {
    // The shop is around it, as long as the site has the catalog.
    const page = await readFrame(context, request).then(
      (frame) => layout(frame, troublePage(trouble)),
      () => troubleText(trouble.title, trouble.text),
    );
    return reply.code(trouble.status).type(htmlType).send(page);
  };
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, { status: 404, title: 'Not here', text: 'This page does not exist.' }),
  );
  app.setErrorHandler((error, request, reply) => {
    const trouble = describeTrouble(error);
    if (trouble.status === 500) console.error(error);
    return send(request, reply, trouble);
  });
}

function describeTrouble(error: unknown): Trouble {
  if (error instanceof CommerceBridgeApiError) {
    const isAway = error.status >= 500 || error.status === 429;
    const text = 'Carts live in the store, and it does not answer. The catalog goes on: please try again in a moment.';
    return { status: isAway ? 503 : 400, title: 'The store does not answer', text: isAway ? text : error.message };
  }
  if (error instanceof StoreRefusal) return { status: 409, title: 'The store refused', text: error.message };
  if (error instanceof UnusableForm) return { status: 400, title: 'That did not work', text: error.message };
  return {
    status: 500,
    title: 'That did not work',
    text: 'The shop has a problem; the terminal of the demo says which.',
  };
}

const types: Record<string, string> = {
  'shop.js': 'text/javascript; charset=utf-8',
  'behind.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

// One request of the page, in this order.
const styles = ['base.css', 'forms.css', 'lists.css', 'product.css', 'behind.css'];

function serveAssets(app: FastifyInstance): void {
  const style = styles.map((file) => readFileSync(join(__dirname, 'assets', file), 'utf8')).join('\n');
  app.get('/assets/shop.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
  for (const [file, type] of Object.entries(types)) {
    const content = readFileSync(join(__dirname, 'assets', file), 'utf8');
    app.get(`/assets/${file}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}
