import type { Browser } from 'playwright-core';
import {
  enterAdmin,
  visitAdmin,
  type AdminSession,
  type AdminWindow,
  type WindowOptions,
} from '../../../scripts/lib/admin-browser';
import type { Login, TestSite } from '../sites/start-site';
import { followRequests } from '../time/settled';

interface Stage {
  browser: Browser;
  site: TestSite;
  script: string;
}

/** For a test that needs a new window, closed after the test. */
export interface Apart {
  /** For a test that changes the window itself. */
  ofItsOwn?: boolean;
  /** For a test that sets the time: Playwright sets it for a whole session, so the window has one of its own. */
  withOwnClock?: boolean;
}

interface OpenWindow {
  window: AdminWindow;
  /** Identifies the administrator and the options that it was opened for. */
  kind: string;
  isKept: boolean;
  /** Waits until its requests have ended, since their effects, such as notifications, belong to this test. */
  settled(): Promise<void>;
}

/**
 * The windows of a group of tests. Each test's windows are reused by the next ones, since loading the panel takes two
 * seconds.
 */
export class TestWindows {
  readonly #stage: () => Stage;
  /** One session for each administrator, since a login takes seconds. */
  readonly #sessions = new Map<string, AdminSession>();
  #inUse: OpenWindow[] = [];
  #free: OpenWindow[] = [];

  constructor(stage: () => Stage) {
    this.#stage = stage;
  }

  async open(
    login: Login,
    { ofItsOwn = false, withOwnClock = false, ...options }: WindowOptions & Apart,
  ): Promise<AdminWindow> {
    const { theme = 'light', language = 'en', viewport } = options;
    const kind = JSON.stringify([login.email, theme, language]);
    const isKept = !ofItsOwn && !withOwnClock;
    const free = isKept ? this.#takeFree(kind) : undefined;
    const opened = free ?? { ...(await this.#make(login, { withOwnClock, ...options })), kind, isKept };
    if (free !== undefined && viewport !== undefined) await free.window.page.setViewportSize(viewport);
    this.#inUse.push(opened);
    return opened.window;
  }

  async #make(
    login: Login,
    { withOwnClock, ...options }: WindowOptions & Pick<Apart, 'withOwnClock'>,
  ): Promise<Pick<OpenWindow, 'window' | 'settled'>> {
    const window = await (withOwnClock === true
      ? visitAdmin(this.#stage().browser, { ...this.#stage(), login, ...options })
      : this.#enter(login, options));
    return { window, settled: followRequests(window.page) };
  }

  async #enter(login: Login, options: WindowOptions): Promise<AdminWindow> {
    const session = this.#sessions.get(login.email);
    if (session !== undefined) return session.openWindow(options);
    const entered = await enterAdmin(this.#stage().browser, { ...this.#stage(), login, ...options });
    this.#sessions.set(login.email, entered);
    return entered.window;
  }

  /** Clears the test's windows. Returns the exceptions of their pages. */
  async endTest(): Promise<string[]> {
    const used = this.#inUse;
    this.#inUse = [];
    for (const each of used) {
      if (each.isKept && (await each.window.renew()) && (await isQuiet(each))) this.#free.push(each);
      else await each.window.close();
    }
    return used.flatMap(({ window }) => window.exceptions.splice(0));
  }

  #takeFree(kind: string): OpenWindow | undefined {
    const place = this.#free.findIndex((each) => each.kind === kind);
    return place === -1 ? undefined : this.#free.splice(place, 1)[0];
  }
}

function isQuiet({ settled }: OpenWindow): Promise<boolean> {
  return settled().then(
    () => true,
    () => false,
  );
}
