import type { Breadcrumb } from 'strapi-plugin-commerce-bridge/client';
import { html, type Html } from '../html';

/** The path to the content of a page. */
export function breadcrumbs(way: readonly Breadcrumb[]): Html | null {
  if (way.length === 0) return null;
  return html`<nav class="crumbs" aria-label="Breadcrumbs">
    ${way.map(
      ({ slug, name }, place) =>
        html`${place > 0 && html`<span aria-hidden="true"> / </span>`}<a href="/collections/${encodeURIComponent(slug)}"
            >${name}</a
          >`,
    )}
  </nav>`;
}
