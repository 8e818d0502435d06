import { html } from '../html';
import type { Page } from './layout';

/** The page for unknown addresses. */
export function missingPage(): Page {
  return {
    title: 'Not here',
    body: html`<section class="narrow">
      <h1>Not here</h1>
      <p>This page does not exist, or not any more.</p>
      <p><a class="button" href="/products">All products</a></p>
    </section>`,
  };
}

/** The page for any other failure, worded for shoppers. */
export function troublePage({ title, text }: { title: string; text: string }): Page {
  return {
    title,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/products">All products</a></p>
    </section>`,
  };
}

/** A complete page, for when not even the catalog can be read. */
export function troubleText(title: string, text: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/shop.css" />
      </head>
      <body>
        <main class="narrow">
          <h1>${title}</h1>
          <p>${text}</p>
          <p><a class="button" href="/">To the shop</a></p>
        </main>
      </body>
    </html>`.text;
}
