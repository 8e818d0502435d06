import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser } from 'playwright-core';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/src/server';
import { launchBrowser, type AdminWindow, type WindowOptions } from '../../../scripts/lib/admin-browser';
import { createAdministrator, startSite, type Administrator, type Login, type TestSite } from '../sites/start-site';
import { type Apart, TestWindows } from './test-windows';

/** A simulator, a site that is connected to it, its administrator, and a browser. */
export interface AdminSuite {
  readonly simulator: Simulator;
  readonly site: TestSite;
  /** A super admin. */
  readonly administrator: Administrator;
  /**
   * A window, logged in as the super admin by default. An earlier test may have used it: its state was cleared, but the
   * panel's code is loaded.
   */
  visit(options?: VisitOptions): Promise<AdminWindow>;
}

export interface VisitOptions extends WindowOptions, Apart {
  login?: Login;
}

/**
 * Sets all of it up for a group of tests, and tears it down. After each test, asserts that no page has thrown, and
 * resets the simulator's faults, latency, and scopes.
 *
 * @param environmentFor added to the site's environment, in addition to the address of the store's API
 */
export function adminSuite(
  executable: string,
  options: SimulatorOptions,
  environmentFor: (simulator: Simulator) => Record<string, string> = () => ({}),
): AdminSuite {
  let simulator: Simulator | undefined;
  let site: TestSite | undefined;
  let administrator: Administrator | undefined;
  let browser: Browser | undefined;
  let scopes: string[] = [];
  const windows = new TestWindows(() => ({
    browser: started(browser),
    site: started(site),
    script: lastingNotifications,
  }));

  beforeAll(async () => {
    simulator = await startSimulator(options);
    scopes = [...simulator.account.scopes];
    site = await startSite({ env: { COMMERCE_BRIDGE_API_URL: simulator.url, ...environmentFor(simulator) } });
    administrator = await createAdministrator(site);
    browser = await launchBrowser(executable);
  });

  afterEach(async () => {
    simulator?.faults.clear();
    if (simulator !== undefined) simulator.latency = 0;
    for (const scope of scopes) simulator?.account.scopes.add(scope);
    expect(await windows.endTest()).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await simulator?.close();
  });

  return {
    get simulator() {
      return started(simulator);
    },
    get site() {
      return started(site);
    },
    get administrator() {
      return started(administrator);
    },
    visit: ({ login = started(administrator).login, ...options } = {}) => windows.open(login, options),
  };
}

// Strapi's notifications disappear after four seconds; a process that is paused for a while would miss them.
const lastingNotifications = `{
  const later = window.setTimeout;
  window.setTimeout = (work, wait, ...given) => later.call(window, work, wait === 4000 ? 20000 : wait, ...given);
}`;

function started<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('used before the tests of its group began');
  return thing;
}
