import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Login, SiteAddress } from './administrator';

/** A window as an administrator would have it. */
export interface WindowOptions {
  theme?: 'light' | 'dark';
  /** Of the admin panel; the playground offers en, fr, de, and es. */
  language?: string;
  /** Default 1280 × 1400: tall, since the admin panel scrolls inside itself. */
  viewport?: { width: number; height: number };
}

export interface Entrance {
  site: SiteAddress;
  login: Login;
}

/** An administrator who is logged in. */
export interface AdminSession {
  openWindow(options?: WindowOptions): Promise<AdminWindow>;
  close(): Promise<void>;
}

/** An administrator's window on a site's admin panel. */
export interface AdminWindow {
  page: Page;
  /** Opens a path below `/admin`. */
  open(path: string): Promise<void>;
  /** Uncaught exceptions of the page; ours should have none. */
  exceptions: string[];
  /** Bodies of all responses to the page's requests to `/commerce-bridge`. */
  responses: string[];
  close(): Promise<void>;
}

// Quiet and self-contained: no background process of the browser calls home during a test.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Compiled code is shared between pages of a site.
  '--process-per-site',
];

// In milliseconds, for waiting in a page. Playwright's default of half a minute is too short when several sites share
// two CPUs.
const patience = 90_000;

/** Starts the browser at `executablePath`. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/**
 * Logs in through the form. All windows of the session share cookies, storage, and the browser's cache of the panel.
 */
export async function enterAdmin(browser: Browser, { site, login }: Entrance): Promise<AdminSession> {
  const context = await browser.newContext({ locale: 'en-US' });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.goto(`${site.url}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill(login.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  // Stays open: when the last page of a site is closed, the browser discards the panel's code, and compiling it takes
  // 1.5 seconds.
  await page.goto(`${site.url}/robots.txt`);
  return {
    openWindow: (options = {}) => openWindow(context, { site, ...options }),
    close: () => context.close(),
  };
}

/** Logs in, and opens a window with its own session, which ends with the window. */
export async function visitAdmin(
  browser: Browser,
  { site, login, ...options }: Entrance & WindowOptions,
): Promise<AdminWindow> {
  const session = await enterAdmin(browser, { site, login });
  return { ...(await session.openWindow(options)), close: () => session.close() };
}

async function openWindow(
  context: BrowserContext,
  { site, viewport = { width: 1280, height: 1400 }, ...preferences }: WindowOptions & { site: SiteAddress },
): Promise<AdminWindow> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await prefer(page, preferences);
  const exceptions: string[] = [];
  const responses: string[] = [];
  page.on('pageerror', (error) => exceptions.push(error.message));
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/commerce-bridge')) return;
    // The responses of a page are gone when it is left.
    response.text().then(
      (text) => responses.push(text),
      () => undefined,
    );
  });
  return {
    page,
    exceptions,
    responses,
    open: async (path) => {
      await page.goto(`${site.url}/admin${path}`);
    },
    close: () => page.close(),
  };
}

// Strapi keeps both in the browser's storage, under these names.
async function prefer(page: Page, { theme = 'light', language = 'en' }: WindowOptions): Promise<void> {
  const content = `localStorage.setItem('STRAPI_THEME', ${JSON.stringify(theme)});
    localStorage.setItem('strapi-admin-language', ${JSON.stringify(language)});`;
  await page.addInitScript({ content });
}
