import type { FastifyInstance } from 'fastify';
import { readParameters } from '../http/list-query';
import { cents } from './carts';
import type { Cart } from './model';
import type { Storefront } from './storefront';

/** The hosted checkout, as a page that shows the total. Its URL works once (upstream 6.2). */
export function checkoutPages(app: FastifyInstance, storefront: Storefront): void {
  app.get('/cart.php', (request, reply) => {
    const cart = storefront.checkouts.redeem(readParameters(request.query).get('token') ?? '');
    reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
    if (!cart)
      return reply
        .code(404)
        .send(page('This link has expired', '<p>A checkout link works once. Please ask the shop for a new one.</p>'));
    return reply.send(page('Checkout', checkoutTable(storefront, cart)));
  });
}

function checkoutTable(storefront: Storefront, cart: Cart): string {
  const rows = storefront.carts
    .resolve(cart)
    .map(
      ({ line, product, price }) =>
        `<tr><td>${escapeHtml(product.fields.name)}</td><td>${line.quantity}</td><td>${cents(price * line.quantity).toFixed(2)}</td></tr>`,
    );
  const total = `${storefront.carts.total(cart).toFixed(2)} ${escapeHtml(cart.currencyCode)}`;
  return (
    `<table><thead><tr><th>Product</th><th>Quantity</th><th>Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table><p>Total: <strong>${total}</strong></p>` +
    '<p>The simulator takes no money: this is where the shopper would pay.</p>'
  );
}

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}` +
    `table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #ddd}</style></head><body><h1>${title}</h1>${body}</body></html>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
