import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Login, SiteAddress } from './administrator';
import { goWithinPanel, leavePage } from './panel-navigation';

/** A window as an administrator would have it. */
export interface WindowOptions {
  theme?: 'light' | 'dark';
  /** The language of the admin panel; the playground offers en, fr, de, and es. */
  language?: string;
  /** Default 1280 × 1400: tall, since the admin panel scrolls inside itself. */
  viewport?: { width: number; height: number };
}

export interface Entrance {
  site: SiteAddress;
  login: Login;
  /** JavaScript that each window of the session runs before the page's own. */
  script?: string;
}

/** An administrator who is logged in. */
export interface AdminSession {
  /** The window in which they logged in. */
  window: AdminWindow;
  openWindow(options?: WindowOptions): Promise<AdminWindow>;
  close(): Promise<void>;
}

/** An administrator's window on a site's admin panel. */
export interface AdminWindow {
  page: Page;
  /** Opens a path below `/admin`, with the result of a page load; an open panel only navigates there. */
  open(path: string): Promise<void>;
  /** Loads a path below `/admin`, to test what happens when the panel's code is loaded. */
  load(path: string): Promise<void>;
  /**
   * Clears everything that was done in the window but keeps the panel's code; false if the window must be closed
   * instead.
   */
  renew(): Promise<boolean>;
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
// two CPUs: a sync of 400 products took longer than 90 seconds on a machine that was busy with something else.
const patience = 180_000;

/** Starts the browser at `executablePath`. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/**
 * Logs in through the form, in a window with these options. All windows of the session share cookies, storage, and the
 * browser's cache of the panel.
 */
export async function enterAdmin(
  browser: Browser,
  { site, login, script, ...options }: Entrance & WindowOptions,
): Promise<AdminSession> {
  const context = await browser.newContext({ locale: 'en-US' });
  context.setDefaultTimeout(patience);
  if (script !== undefined) await context.addInitScript({ content: script });
  const window = await openWindow(context, { site, ...options });
  await window.load('/auth/login');
  await window.page.locator('input[name=email]').fill(login.email);
  await window.page.locator('input[name=password]').fill(login.password);
  await window.page.locator('button[type=submit]').click();
  await window.page.waitForURL((url) => !url.pathname.includes('/auth/'));
  return {
    window,
    openWindow: (others = {}) => openWindow(context, { site, ...others }),
    close: () => context.close(),
  };
}

/**
 * Logs in, and opens a window with its own session, which ends with the window. `open` reloads the page, for callers
 * that wait for a load event, or restart the site in between.
 */
export async function visitAdmin(browser: Browser, options: Entrance & WindowOptions): Promise<AdminWindow> {
  const session = await enterAdmin(browser, options);
  const { window } = session;
  return { ...window, open: window.load, close: () => session.close() };
}

// Tall, since the admin panel scrolls inside itself.
const usualViewport = { width: 1280, height: 1400 };

async function openWindow(
  context: BrowserContext,
  { site, viewport = usualViewport, ...preferences }: WindowOptions & { site: SiteAddress },
): Promise<AdminWindow> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await prefer(page, preferences);
  const exceptions: string[] = [];
  const responses: string[] = [];
  page.on('pageerror', (error) => exceptions.push(error.message));
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/commerce-bridge')) return;
    // The body can no longer be read once the page was left.
    response.text().then(
      (text) => responses.push(text),
      () => undefined,
    );
  });
  const load = async (path: string): Promise<void> => {
    await page.goto(`${site.url}${site.panel ?? '/admin'}${path}`);
  };
  return {
    page,
    exceptions,
    responses,
    load,
    open: async (path) => {
      if (!(await goWithinPanel(page, path))) await load(path);
    },
    renew: async () => {
      if (!(await leavePage(page))) return false;
      await page.unrouteAll({ behavior: 'wait' });
      await page.mouse.move(0, 0);
      await page.setViewportSize(usualViewport);
      responses.length = 0;
      return true;
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
