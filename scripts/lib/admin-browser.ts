import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Login, SiteAddress } from './administrator';

/** What an administrator would have set in their profile. */
export interface Preferences {
  theme?: 'light' | 'dark';
  /** Of the admin panel; the playground offers en, fr, de and es. */
  language?: string;
}

/** A session of the admin panel, with which another window needs no login. */
export type AdminSession = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface AdminVisit extends Preferences {
  site: SiteAddress;
  login: Login;
  /** Of an earlier window of the same administrator. */
  session?: AdminSession;
  /** Default 1280 × 1400: tall, since the admin panel scrolls inside itself. */
  viewport?: { width: number; height: number };
}

/** An administrator's window on a site's admin panel. */
export interface AdminWindow {
  page: Page;
  /** Opens a path below `/admin`. */
  open(path: string): Promise<void>;
  /** Exceptions that the page let through; none of ours should. */
  exceptions: string[];
  /** Bodies of all answers that the page got below `/commerce-bridge`. */
  answers: string[];
  session(): Promise<AdminSession>;
  close(): Promise<void>;
}

// Quiet and self-contained: no process of the browser's own calls home in the middle of a test.
const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Starts the browser at `executablePath`. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

/** Opens a window of its own. Without a session it logs in through the form, and waits for the home page. */
export async function visitAdmin(browser: Browser, visit: AdminVisit): Promise<AdminWindow> {
  const context = await browser.newContext({
    viewport: visit.viewport ?? { width: 1280, height: 1400 },
    locale: 'en-US',
    ...(visit.session === undefined ? {} : { storageState: visit.session }),
  });
  await prefer(context, visit);
  const page = await context.newPage();
  const exceptions: string[] = [];
  const answers: string[] = [];
  page.on('pageerror', (error) => exceptions.push(error.message));
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/commerce-bridge')) return;
    // A page that is left takes its answers with it.
    response.text().then((text) => answers.push(text), () => undefined);
  });
  const window: AdminWindow = {
    page,
    exceptions,
    answers,
    open: async (path) => {
      await page.goto(`${visit.site.url}/admin${path}`);
    },
    session: () => context.storageState(),
    close: () => context.close(),
  };
  if (visit.session === undefined) await logInThrough(window, visit.login);
  return window;
}

async function logInThrough({ page, open }: AdminWindow, { email, password }: Login): Promise<void> {
  await open('/auth/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
}

// Strapi keeps both in the browser's storage, under these names.
async function prefer(context: BrowserContext, { theme = 'light', language = 'en' }: Preferences): Promise<void> {
  const script = `localStorage.setItem('STRAPI_THEME', ${JSON.stringify(theme)});
    localStorage.setItem('strapi-admin-language', ${JSON.stringify(language)});`;
  await context.addInitScript({ content: script });
}
