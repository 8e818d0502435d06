import type { IncludedProduct, Variant } from 'strapi-plugin-commerce-bridge/client';
import { type Form, textOf } from '../forms';
import { html, type Html, written } from '../html';
import type { Frame } from '../shop-context';
import type { Page } from './layout';
import { modifierFields } from './modifier-fields';
import { formatPrice, priceTag } from './price';
import { breadcrumbs } from './breadcrumbs';
import { listGroups, picture, productGrid } from './product-card';

/** Groups of fields that a product page requests. */
export const productGroups = [
  ...listGroups,
  ...([
    'options',
    'option_selections',
    'modifiers',
    'custom_fields',
    'in_stock',
    'breadcrumbs',
    'related',
    'seo',
  ] as const),
] as const;

/** A product with the fields that its page needs. */
export type ShownProduct = IncludedProduct<typeof productGroups>;

/** A product, and the requested variant, if any. */
export interface ProductContent {
  product: ShownProduct;
  variantId: number | null;
  /** The last failed attempt to add it to the cart: why it failed, and the form's values. */
  refused?: { problem: string; form: Form };
}

export function productPage(frame: Frame, { product, variantId, refused }: ProductContent): Page {
  const chosen =
    product.variants.find(({ id }) => id === variantId) ??
    product.variants.find(({ in_stock: inStock }) => inStock) ??
    product.variants[0];
  const { related } = product;
  return {
    title: product.name,
    description: product.seo.meta_description || product.name,
    scripts: ['shop.js'],
    body: html`${refused && html`<p class="problem" role="alert">${refused.problem}</p>`}
      ${breadcrumbs(product.breadcrumbs)}
      <article class="product">
        <div class="gallery">
          ${product.images_all_sizes.map((image, index) => picture(image, index === 0 ? wide : narrow))}
          ${product.images.length === 0 && html`<span class="frame no-picture"></span>`}
        </div>
        <div class="facts">
          ${product.brand && html`<p class="card-brand">${product.brand.name}</p>`}
          <h1>${product.name}</h1>
          ${chosen ? order(frame, { product, chosen, form: refused?.form ?? {} }) : priceTag(product, frame.store)}
          <div class="prose">${written(product.description)}</div>
          ${facts(product)}
        </div>
      </article>
      ${related.length > 0 &&
      html`<section aria-labelledby="related">
        <h2 id="related">Goes well with it</h2>
        ${productGrid(related, frame.store)}
      </section>`}`,
  };
}

// The first picture fills the gallery; the others are shown three per row.
const wide = { sizes: '(max-width: 52rem) 94vw, 37rem' };
const narrow = { sizes: '(max-width: 52rem) 31vw, 12rem', isLazy: true };

interface Order {
  product: ShownProduct;
  chosen: Variant;
  form: Form;
}

function order({ store }: Frame, { product, chosen, form }: Order): Html {
  const hasOptions = product.options.length > 0;
  // shop.js reads this to show the price of the chosen variant; the server uses the form's fields for the same purpose.
  const variants = product.variants.map((variant) => ({
    id: variant.id,
    price: formatPrice(variant.price, store),
    amount: variant.price,
    inStock: variant.in_stock,
    values: (variant.options ?? []).map(({ value_id: value }) => value),
  }));
  const modifiers = product.modifiers ?? [];
  const currency = store.currency?.code ?? 'USD';
  const price =
    hasOptions || modifiers.length > 0
      ? html`<span class="price">${formatPrice(chosen.price, store)}</span>`
      : priceTag(product, store);
  return html`<form
    class="order"
    method="post"
    action="/cart"
    data-variants="${JSON.stringify(variants)}"
    data-currency="${currency}"
  >
    <p class="offer">
      <span data-price>${price}</span>
      <span class="stock" data-stock role="status">${chosen.in_stock ? 'In stock' : 'Sold out'}</span>
    </p>
    <input type="hidden" name="slug" value="${product.slug}" />
    <input type="hidden" name="variant" value="${hasOptions ? '' : chosen.id}" />
    ${product.options.map((option) => optionField(option, chosen))} ${modifierFields(modifiers, { currency, form })}
    <div class="buy">
      <label
        >Quantity
        <input type="number" name="quantity" value="${textOf(form, 'quantity') ?? 1}" min="1" max="99" required
      /></label>
      <button class="button" data-buy ${!chosen.in_stock && html`disabled`}>Add to cart</button>
    </div>
  </form>`;
}

function optionField(option: ShownProduct['options'][number], chosen: Variant): Html {
  return html`<fieldset class="option">
    <legend>${option.name}</legend>
    ${option.values.map((value) => {
      const isChosen = chosen.options?.some(({ value_id: id }) => id === value.id) === true;
      return html`<label class="value"
        ><input
          type="radio"
          name="option-${option.id}"
          value="${value.id}"
          required
          ${isChosen && html`checked`}
        /><span>${value.label}</span></label
      >`;
    })}
  </fieldset>`;
}

function facts({ custom_fields: fields, meta }: ShownProduct): Html {
  const rows = [...fields, { name: 'Weight', value: meta.weight }, { name: 'SKU', value: meta.sku }];
  return html`<dl class="table">
    ${rows
      .filter(({ value }) => value !== '')
      .map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}
