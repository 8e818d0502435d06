import type { Page } from 'playwright-core';
import { launchBrowser, visitAdmin } from '../lib/admin-browser';
import { findChromium } from '../lib/chromium';
import type { RunningSite } from './run-site';

/** Whether the panel was opened. */
export type Panel = 'opened' | 'no browser' | 'not there';

/** A page of the panel, and a check that it is displayed. */
export interface PanelPage {
  path: string;
  shows: (page: Page) => Promise<void>;
}

/**
 * Logs in to the panel in Chromium and loads pages, each of which has to restore the session.
 * @throws Error when a page is not displayed or throws
 */
export async function lookAtPanel(
  { address, administrator }: RunningSite,
  pages: readonly PanelPage[],
): Promise<Panel> {
  const executable = findChromium();
  if (executable === undefined) return 'no browser';
  const browser = await launchBrowser(executable);
  try {
    const { page, load, exceptions } = await visitAdmin(browser, { site: address, login: administrator.login });
    for (const { path, shows } of pages) {
      await load(path);
      await mustShow(page, shows);
    }
    if (exceptions.length > 0) throw new Error(`the panel's pages fail: ${exceptions.join('; ')}`);
    return 'opened';
  } finally {
    await browser.close();
  }
}

async function mustShow(page: Page, shows: PanelPage['shows']): Promise<void> {
  const login = page.locator('input[name=password]').waitFor();
  const lost = login.then(() => {
    throw new Error(`the panel asks for a login again at ${new URL(page.url()).pathname}`);
  });
  try {
    await Promise.race([shows(page), lost]);
  } finally {
    // Otherwise this keeps waiting, and is rejected when the browser is closed.
    lost.catch(() => undefined);
  }
}
