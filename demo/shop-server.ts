import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { troubleText } from './pages/message-page';
import { accountRoutes } from './routes/account-routes';
import { behindRoutes } from './routes/behind-routes';
import { cartRoutes } from './routes/cart-routes';
import { catalogRoutes, htmlType } from './routes/catalog-routes';
import { createShopContext, type ShopOptions } from './shop-context';
import { NoSuchPage, sendTrouble } from './trouble';

/** A running shop. */
export interface Shop {
  url: string;
  stop(): Promise<void>;
}

/** Starts the shop, reachable from this machine only. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const context = createShopContext(options);
  const app = fastify({
    forceCloseConnections: true,
    // A slug can be as long as a name in the store.
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors: (error, request, reply) => void sendTrouble(context, { error, request, reply }),
  });
  protect(app, options);
  acceptForms(app);
  app.setNotFoundHandler((request, reply) => sendTrouble(context, { error: new NoSuchPage(), request, reply }));
  app.setErrorHandler((error, request, reply) => sendTrouble(context, { error, request, reply }));
  serveAssets(app);
  catalogRoutes(app, context);
  cartRoutes(app, context);
  accountRoutes(app, context);
  behindRoutes(app, context);
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return { url, stop: () => app.close() };
}

function protect(app: FastifyInstance, { storeUrl }: ShopOptions): void {
  const store = new URL(storeUrl).origin;
  const policy = [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", `img-src 'self' ${store}`],
    // Submitting the checkout form redirects to the store.
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

const types: Record<string, string> = {
  'shop.js': 'text/javascript; charset=utf-8',
  'behind.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

// Served as one file, concatenated in this order.
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
