import type { Collection, Facets, Included } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html, written } from '../html';
import type { Frame } from '../shop-context';
import type { Page } from './layout';
import { breadcrumbs } from './breadcrumbs';
import { type CardProduct, productGrid } from './product-card';
import { type ListChoice, type ListOrder, listOrders, searchOf } from './list-choice';

/** The content of a list page. */
export interface ListContent {
  products: CardProduct[];
  total: number;
  pages: number;
  facets: Facets;
  collection: Included<Collection, ['breadcrumbs', 'image']> | null;
  choice: ListChoice;
}

export function listPage(frame: Frame, content: ListContent): Page {
  const { collection, choice, products, total } = content;
  const title = collection?.name ?? (choice.search ? `Results for “${choice.search}”` : 'All products');
  return {
    title,
    body: html`${breadcrumbs(collection?.breadcrumbs.slice(0, -1) ?? [])}
      ${collection?.image &&
      html`<img class="banner" src="${collection.image.url}" alt="" width="1200" height="300" decoding="async" />`}
      <h1>${title}</h1>
      ${collection &&
      collection.description !== '' &&
      html`<div class="prose">${written(collection.description)}</div>`}
      ${collection ? subcollections(collection) : narrower(content)}
      <div class="list">
        ${filters(frame, content)}
        <section aria-label="Products">
          <p class="total" role="status">${total === 1 ? '1 product' : `${total} products`}</p>
          ${products.length === 0
            ? html`<p class="empty">Nothing matches. <a href="${frame.path}">Show everything</a></p>`
            : productGrid(products, frame.store)}
          ${paging(frame.path, content)}
        </section>
      </div>`,
  };
}

function subcollections({ children, name }: Collection): Html | null {
  if (children.length === 0) return null;
  return html`<nav class="pills" aria-label="Within ${name}">
    ${children.map(
      (each) => html`<a href="/collections/${encodeURIComponent(each.slug)}">${each.name} (${each.product_count})</a>`,
    )}
  </nav>`;
}

/** Links to the collections of the products that were found, with the same filters. */
function narrower({ facets: { collections }, choice }: ListContent): Html | null {
  if (collections.length === 0) return null;
  const search = searchOf({ ...choice, page: 1 });
  return html`<nav class="pills" aria-label="Collections of these products">
    ${collections
      .slice(0, 12)
      .map(
        ({ slug, name, count }) =>
          html`<a href="/collections/${encodeURIComponent(slug)}?${search}">${name} (${count})</a>`,
      )}
  </nav>`;
}

const orderNames: Record<ListOrder, string> = {
  'date-desc': 'Newest first',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  'title-asc': 'Name',
};

function filters({ path }: Frame, { facets, choice }: ListContent): Html {
  const { brands, price, stock, on_sale: onSale } = facets;
  const selected = (isSelected: boolean): Html | false => isSelected && html`selected`;
  const checked = (isChecked: boolean | undefined): Html | false => isChecked === true && html`checked`;
  // In a narrow window, the filters are collapsed, so that products come first; in a wide one, `lists.css` shows them.
  return html`<details class="filters" ${isNarrowed(choice) && html`open`}>
    <summary>Filter and order</summary>
    <form action="${path}" aria-label="Filters">
      <label>Search <input type="search" name="search" value="${choice.search}" /></label>
      <label
        >Order
        <select name="order">
          ${listOrders.map(
            (order) => html`<option value="${order}" ${selected(order === choice.order)}>${orderNames[order]}</option>`,
          )}
        </select></label
      >
      <label
        >Brand
        <select name="brand">
          <option value="">All</option>
          ${brands.map(
            ({ slug, name, count }) =>
              html`<option value="${slug}" ${selected(slug === choice.brand)}>${name} (${count})</option>`,
          )}
        </select></label
      >
      <fieldset class="range">
        <legend>Price</legend>
        <label
          ><span class="hidden">From</span
          ><input
            type="number"
            min="0"
            step="any"
            name="min_price"
            placeholder="${placeholder('From', price?.min)}"
            value="${choice.min_price}"
        /></label>
        <label
          ><span class="hidden">To</span
          ><input
            type="number"
            min="0"
            step="any"
            name="max_price"
            placeholder="${placeholder('To', price?.max)}"
            value="${choice.max_price}"
        /></label>
      </fieldset>
      <label class="check"
        ><input type="checkbox" name="in_stock" value="true" ${checked(choice.in_stock)} /> In stock
        (${stock.in_stock})</label
      >
      <label class="check"
        ><input type="checkbox" name="on_sale" value="true" ${checked(choice.on_sale)} /> On sale (${onSale})</label
      >
      <div class="actions"><button class="button quiet">Apply</button> <a href="${path}">Reset</a></div>
    </form>
  </details>`;
}

/** Whether any filters are set, which should then be visible. */
const isNarrowed = ({ brand, min_price: least, max_price: most, in_stock: inStock, on_sale: onSale }: ListChoice) =>
  [brand, least, most, inStock, onSale].some((filter) => filter !== undefined);

const placeholder = (word: string, amount: number | undefined): string =>
  amount === undefined ? word : `${word} ${amount}`;

function paging(path: string, { choice, pages }: ListContent): Html | null {
  if (pages < 2) return null;
  const step = (page: number, label: string): Html | null =>
    page < 1 || page > pages
      ? html`<span></span>`
      : html`<a href="${path}?${searchOf({ ...choice, page })}" rel="${page < choice.page ? 'prev' : 'next'}"
          >${label}</a
        >`;
  return html`<nav class="paging" aria-label="Pages">
    ${step(choice.page - 1, '← Previous')} <span>Page ${choice.page} of ${pages}</span> ${step(
      choice.page + 1,
      'Next →',
    )}
  </nav>`;
}
