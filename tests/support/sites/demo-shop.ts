import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '../../../scripts/lib/admin-browser';
import { findFreePort } from '../../../scripts/lib/ports';
import { type DemoProcess, startDemo } from './demo-process';

/** The demo's shop in a browser, for the tests of one file. */
export interface DemoShop {
  browser(): Browser;
  /** The shop's address, without a trailing slash. */
  url(): string;
  /** Opens a path in a new shopper's window, 1280 pixels wide by default. */
  open(path: string, width?: number): Promise<Page>;
}

/** Starts the demo and a browser before the tests, and ends them afterwards. @param executable Chromium */
export function useDemoShop(executable: string): DemoShop {
  let demo: DemoProcess;
  let browser: Browser;
  let shop: string;

  beforeAll(async () => {
    demo = startDemo(['--port', String(await findFreePort())]);
    [browser] = await Promise.all([launchBrowser(executable), demo.waitForOutput('Running until Ctrl+C')]);
    shop = /http:\S+/.exec(demo.output())?.[0] ?? '';
  });

  afterAll(async () => {
    await browser.close();
    demo.kill();
  });

  return {
    browser: () => browser,
    url: () => shop,
    async open(path, width = 1280) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${shop}${path}`);
      return page;
    },
  };
}
