import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectionTest, settingsView } from '../../contracts/admin/settings';
import { adminRoutes } from '../../server/src/routes/admin';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/boot-site';

describe('the admin API', () => {
  let simulator: Simulator;
  let site: BootedSite;

  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, products: 5 });
    site = await bootSite({ environment: { COMMERCE_BRIDGE_API_URL: simulator.url } });
  });
  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });

  test.each(adminRoutes.routes.map(({ method, path }) => [method, path]))('guards %s %s with a session and a permission', async (method, path) => {
    const anonymous = await fetch(`${site.url}/commerce-bridge${path.replace(':id', '1')}`, { method });
    expect(anonymous.status).toBe(401);
    const route = adminRoutes.routes.find((candidate) => candidate.method === method && candidate.path === path);
    expect(route?.config.policies).toEqual(['admin::isAuthenticatedAdmin', { name: 'admin::hasPermissions', config: { actions: [expect.stringMatching(/^plugin::commerce-bridge\./)] } }]);
  });

  test('tells which scopes credentials have before they are saved', async () => {
    const { body } = await site.admin('POST', '/commerce-bridge/settings/test-connection', {
      storeHash: simulator.account.storeHash,
      accessToken: simulator.account.accessToken,
    });
    const result = connectionTest.parse(body);
    expect(result).toMatchObject({ kind: 'connected', scopes: expect.arrayContaining([expect.objectContaining({ scope: 'store_v2_products_read_only', granted: true })]) });
    expect(settingsView.parse((await site.admin('GET', '/commerce-bridge/settings')).body).storeHash).toBeNull();
  });

  test('says in words why credentials do not work, and repeats no token', async () => {
    const test = (body: object) => site.admin('POST', '/commerce-bridge/settings/test-connection', body);
    expect((await test({})).body).toMatchObject({ kind: 'rejected', reason: 'incomplete' });
    const wrong = await test({ storeHash: simulator.account.storeHash, accessToken: 'a-wrong-access-token-of-some-length' });
    expect(wrong.body).toMatchObject({ kind: 'rejected', reason: 'unauthorized' });
    expect(JSON.stringify(wrong.body)).not.toContain('a-wrong-access-token-of-some-length');
  });

  test('does not send the stored token to an address that is only tried', async () => {
    await site.admin('PUT', '/commerce-bridge/settings', { storeHash: simulator.account.storeHash, accessToken: simulator.account.accessToken });
    const { status, body } = await site.admin('POST', '/commerce-bridge/settings/test-connection', { apiUrl: 'http://127.0.0.1:9' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: { errors: [{ path: ['apiUrl'], message: expect.stringMatching(/give the access token again/) }] } } });
  });

  test('answers a validation error at the field that is wrong', async () => {
    const { status, body } = await site.admin('PUT', '/commerce-bridge/settings', { channelId: -1 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { name: 'ValidationError', details: { errors: [{ path: ['channelId'] }] } } });
  });

  test('answers a wrong mode with what is allowed', async () => {
    const { status, body } = await site.admin('POST', '/commerce-bridge/sync', { mode: 'everything' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('incremental');
  });
});
