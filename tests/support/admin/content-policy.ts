import type { Page } from 'playwright-core';

/** What the browser blocks because of the site's content security policy while the page is open. */
export function violationsOf(page: Page): string[] {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) blocked.push(message.text());
  });
  return blocked;
}
