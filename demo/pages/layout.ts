import { html, type Html } from '../html';
import type { Frame } from '../shop-context';

/** A whole page. */
export interface Page {
  title: string;
  body: Html;
  /** For search engines. */
  description?: string;
  /** Scripts in `assets/`; the page also works without them. */
  scripts?: readonly string[];
}

/** A page with the shop's header and footer, as HTML text. */
export function layout(frame: Frame, page: Page): string {
  const name = frame.store.name ?? 'Demo shop';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title === name ? name : `${page.title} · ${name}`}</title>
        ${page.description !== undefined && html`<meta name="description" content="${page.description}" />`}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/shop.css" />
        <!-- A slow browser paints what it has parsed so far; the rest would then move it. -->
        <link rel="expect" href="#site-footer" blocking="render" />
        <script type="module" src="/assets/search.js"></script>
        ${(page.scripts ?? []).map((file) => html`<script type="module" src="/assets/${file}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${header(frame, name)}
        <main id="content" tabindex="-1">${page.body}</main>
        <footer id="site-footer" class="site-footer">
          <p>A demo shop on Commerce Bridge: the catalog from the REST API, the cart through the GraphQL proxy.</p>
          <p><a href="/behind">What happens behind</a></p>
        </footer>
      </body>
    </html>`.text;
}

function header({ collections, visitor, path }: Frame, name: string): Html {
  const current = (href: string): Html | null => (path === href ? html`aria-current="page"` : null);
  const articles = visitor.quantity === 1 ? '1 article' : `${visitor.quantity} articles`;
  return html`<header class="site-header">
    <div class="bar">
      <a class="brand-name" href="/">${name}</a>
      <form class="search" role="search" action="/products">
        <label class="hidden" for="header-search">Search products</label>
        <input
          id="header-search"
          type="search"
          name="search"
          placeholder="Search"
          autocomplete="off"
          list="suggestions"
        />
        <datalist id="suggestions"></datalist>
      </form>
      <nav class="tools" aria-label="Your shop">
        <a class="behind-link" href="/behind" ${current('/behind')}>What happens behind</a>
        <a href="/account" ${current('/account')}>${visitor.customerName ?? 'Sign in'}</a>
        <a class="cart-link" href="/cart" ${current('/cart')}
          >Cart<span class="count" aria-hidden="true">${visitor.quantity}</span
          ><span class="hidden"> with ${articles}</span></a
        >
      </nav>
    </div>
    <nav class="collections" aria-label="Collections">
      <a href="/products" ${current('/products')}>All products</a>
      ${collections.slice(0, 9).map(({ slug, name: label }) => {
        const href = `/collections/${encodeURIComponent(slug)}`;
        return html`<a href="${href}" ${current(href)}>${label}</a>`;
      })}
    </nav>
  </header>`;
}
