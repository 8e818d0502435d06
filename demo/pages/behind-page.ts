import type { Product, Store } from 'strapi-plugin-commerce-bridge/client';
import type { ChangeTrace } from '../behind/change-watch';
import type { WatchedProduct } from '../behind/edits';
import { html, type Html } from '../html';
import type { Frame } from '../shop-context';
import type { Page } from './layout';
import { formatPrice } from './price';
import { picture } from './product-card';

/** The content of the page at one moment. */
export interface BehindContent {
  product: WatchedProduct;
  choices: Pick<Product, 'slug' | 'name'>[];
  traces: readonly ChangeTrace[];
  isStoreOn: boolean;
  /** How long the shop's last read took, in milliseconds. */
  readTook: number;
}

export function behindPage(frame: Frame, content: BehindContent): Page {
  const { product, choices, isStoreOn } = content;
  const target = html`<input type="hidden" name="product" value="${product.slug}" />`;
  return {
    title: 'What happens behind',
    scripts: ['behind.js'],
    body: html`<h1>What happens behind</h1>
      <p class="lead">
        Change something in the store, and watch it arrive in the shop: the store sends a webhook, the site fetches what
        the product is now, and every page shows it.
      </p>
      <div class="behind">
        <section class="panel" aria-labelledby="in-store">
          <h2 id="in-store">In the store</h2>
          <form class="pick" action="/behind">
            <label
              >Product
              <select name="product">
                ${choices.map(
                  ({ slug, name }) =>
                    html`<option value="${slug}" ${slug === product.slug && html`selected`}>${name}</option>`,
                )}
              </select></label
            >
            <noscript><button class="button quiet">Choose</button></noscript>
          </form>
          <form class="edits" method="post" action="/behind/changes" data-live>
            ${target}
            <button class="button" name="kind" value="price">Change the price</button>
            <button class="button" name="kind" value="name">Change the name</button>
            <button class="button" name="kind" value="stock">Change the stock</button>
          </form>
          <form class="switch" method="post" action="/behind/store" data-live data-switch>
            ${target}
            <button class="button quiet" name="state" value="${isStoreOn ? 'off' : 'on'}">
              ${switchLabel(isStoreOn)}
            </button>
            <p class="quiet-text">
              Off, the store responds to every request with 503. The shop stays up, and catches up afterwards.
            </p>
          </form>
        </section>
        <div id="live" data-source="/behind/live?product=${encodeURIComponent(product.slug)}">
          ${liveView(frame.store, content)}
        </div>
      </div>
      <p class="hidden" role="status" id="announcement"></p>`,
  };
}

const switchLabel = (isStoreOn: boolean): string =>
  isStoreOn ? 'Switch the store’s API off' : 'Switch the store’s API on';

/** The part of the page that is refreshed several times a second. */
export function liveView(store: Store, { product, traces, isStoreOn, readTook }: BehindContent): Html {
  return html`<section
      class="panel shown"
      aria-labelledby="in-shop"
      data-store="${isStoreOn ? 'on' : 'off'}"
      data-switch-label="${switchLabel(isStoreOn)}"
    >
      <h2 id="in-shop">In the shop</h2>
      <div class="shown-product">
        <span class="frame"
          >${product.images_all_sizes[0] &&
          picture({ ...product.images_all_sizes[0], alt: '' }, { sizes: '7rem' })}</span
        >
        <div>
          <a class="card-name" href="/products/${encodeURIComponent(product.slug)}">${product.name}</a>
          <p class="price">${formatPrice(product.calculated_price, store)}</p>
          <p class="stock">${stockText(product)}</p>
        </div>
      </div>
      <dl class="lamps">
        <div class="on">
          <dt>Shop</dt>
          <dd>responds in ${Math.max(1, Math.round(readTook))} ms</dd>
        </div>
        <div class="${isStoreOn ? 'on' : 'off'}">
          <dt>Store’s API</dt>
          <dd>${isStoreOn ? 'on' : 'off: 503 to everything'}</dd>
        </div>
      </dl>
    </section>
    <section class="panel traces" aria-labelledby="on-the-way">
      <h2 id="on-the-way">On the way</h2>
      ${traces.length === 0
        ? html`<p class="quiet-text">Nothing yet. Change something in the store.</p>`
        : html`<ol>
            ${traces.map(traceView)}
          </ol>`}
    </section>`;
}

function stockText({ inventory, in_stock: inStock, variants }: WatchedProduct): string {
  if (inventory.tracking === 'variant')
    return variants.map(({ name, inventory_level: level }) => `${name}: ${level ?? '∞'}`).join(' · ');
  return inventory.level === null ? (inStock ? 'In stock' : 'Sold out') : `${inventory.level} in stock`;
}

function traceView(trace: ChangeTrace): Html {
  const { number, what, from, to, received, fetched, visible, isOvertaken } = trace;
  return html`<li class="trace" data-trace="${number}">
    <p><strong>${what}</strong> <span class="from">${from}</span> → <span class="to">${to}</span></p>
    <ol class="steps">
      ${step('Changed', 0)} ${step('Webhook received', received)} ${step('Fetched', fetched)}
      ${isOvertaken ? step('Overtaken by a later change', received) : step('Visible', visible)}
    </ol>
  </li>`;
}

const step = (name: string, at: number | null): Html =>
  html`<li class="${at === null ? 'waiting' : 'done'}">
    <span>${name}</span> <span class="time">${at === null ? 'waiting' : at === 0 ? 'now' : `${at} ms`}</span>
  </li>`;
