import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/boot-site';
import { finishedRun } from '../support/runs';

describe('a first full synchronisation', () => {
  let simulator: Simulator;
  let site: BootedSite;

  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, products: 230, quota: 0 });
    site = await bootSite({ environment: { COMMERCE_BRIDGE_API_URL: simulator.url } });
  });

  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });

  test('is refused with the reason while credentials are missing', async () => {
    const { status, body } = await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Enter the store hash and the access token first');
  });

  test('copies every product once credentials are entered', async () => {
    await site.admin('PUT', '/commerce-bridge/settings', { storeHash: simulator.account.storeHash, accessToken: simulator.account.accessToken });
    const started = await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(started.status).toBe(202);

    const run = await finishedRun(site);
    console.log(JSON.stringify(run, null, 1).slice(0, 3000));
    expect(run.status).toBe('succeeded');
  });
});
