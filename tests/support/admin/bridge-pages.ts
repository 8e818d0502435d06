import { expect } from 'vitest';
import { eventList } from '../../../contracts/admin/events';
import type { AdminSuite } from './admin-suite';
import { eventually } from '../time/eventually';

const productReads = { method: 'GET', path: '/v3/catalog/products' };

/** The plugin's pages in the main menu, as an administrator opens them, and their data. */
export function bridgeOf(suite: AdminSuite) {
  const request = (method: string, path: string, body?: object) =>
    suite.administrator.request(method, `/commerce-bridge${path}`, body);
  const events = async () => eventList.parse((await request('GET', '/events?pageSize=100')).body).events;

  /** Connects the site to the store, with webhooks that are delivered to it. */
  const connect = () => {
    const { storeHash, accessToken, clientSecret } = suite.simulator.account;
    const publicUrl = suite.site.url;
    return request('PUT', '/settings', { storeHash, accessToken, clientSecret, publicUrl, webhookRetryDelays: [0] });
  };

  async function openBridge(
    path: string,
    { heading, ...options }: { heading: string } & Parameters<AdminSuite['visit']>[0],
  ) {
    const window = await suite.visit(options);
    await window.open(`/plugins/commerce-bridge${path}`);
    await window.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return window;
  }

  const openSetup = (options: Parameters<AdminSuite['visit']>[0] = {}) =>
    openBridge('/setup', { ...options, heading: 'Setup guide' });

  /** Changes a product while the store can't be queried, until its event fails permanently. */
  async function dropAnEvent(place: number): Promise<number> {
    await request('POST', '/webhooks/register', {});
    // Only for this event: another one may need more than a second on a busy machine.
    await request('PUT', '/settings', { webhookProcessingTimeLimit: 1 });
    const fault = suite.simulator.faults.add({ ...productReads, kind: 'status', status: 500, times: 0 });
    const id = suite.simulator.store.products.ids()[place] ?? 0;
    suite.simulator.store.products.update(id, { description: `changed ${place}` });
    await eventually(async () =>
      (await events()).some((event) => event.entity_id === id && event.status === 'dropped'),
    );
    expect(fault.hits).toBeGreaterThan(0);
    suite.simulator.faults.clear();
    await request('PUT', '/settings', { webhookProcessingTimeLimit: 60 });
    return id;
  }

  return { request, connect, events, openBridge, openSetup, dropAnEvent };
}
