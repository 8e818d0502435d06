import type { CollectionListItem } from 'strapi-plugin-commerce-bridge/client';
import { html } from '../html';
import type { Frame } from '../shop-context';
import type { Page } from './layout';
import { type CardProduct, picture, productGrid } from './product-card';

/** A collection with one of its products, whose picture represents it. */
export interface Tile {
  collection: CollectionListItem;
  product: CardProduct | undefined;
}

export function homePage(frame: Frame, content: { newest: CardProduct[]; tiles: Tile[] }): Page {
  const name = frame.store.name ?? 'Demo shop';
  const [hero] = content.newest;
  return {
    title: name,
    body: html`<section class="hero">
        <div>
          <h1>A shop that stays up.</h1>
          <p>Every page comes from the site’s own copy of the catalog: fast, and here even when the store is not.</p>
          <p class="actions">
            <a class="button" href="/products">All products</a> <a href="/behind">What happens behind</a>
          </p>
        </div>
        ${hero?.images_all_sizes[0] &&
        html`<div class="frame">
          ${picture(hero.images_all_sizes[0], { sizes: '(max-width: 44rem) 94vw, 36rem' })}
        </div>`}
      </section>
      <section aria-labelledby="collections">
        <h2 id="collections">Collections</h2>
        <ul class="tiles">
          ${content.tiles.map(
            ({ collection, product }) =>
              html`<li>
                <a href="/collections/${encodeURIComponent(collection.slug)}"
                  ><span class="frame"
                    >${product?.images_all_sizes[0] &&
                    picture(
                      { ...product.images_all_sizes[0], alt: '' },
                      { sizes: '(max-width: 30rem) 46vw, 12rem', isLazy: true },
                    )}</span
                  ><span>${collection.name}</span></a
                >
              </li>`,
          )}
        </ul>
      </section>
      <section aria-labelledby="new">
        <h2 id="new">New in</h2>
        ${productGrid(content.newest, frame.store)}
      </section>`,
  };
}
