import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectionTest, refusedSettings, settingsView } from '../../contracts/admin/settings';
import { logIn } from '../../scripts/lib/administrator';
import { permissionActions } from '../../server/src/permissions';
import { adminRoutes } from '../../server/src/routes/admin';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { createEditor, type EditorOptions } from '../support/admin/admin-roles';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';

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

  const administratorWith = async (role: EditorOptions) =>
    logIn(site, await createEditor({ request: (...request) => site.admin(...request) }, role));

  /** Every route of the site below our prefix, no matter where it is declared; every GET includes HEAD. */
  const served = () =>
    site.strapi.server
      .listRoutes()
      .flatMap(({ path, methods }) =>
        String(path).startsWith('/commerce-bridge')
          ? methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path: String(path) }))
          : [],
      );

  test('has only routes that are listed with their guard', () => {
    const listed = adminRoutes.routes.map(({ method, path }) => `${method} /commerce-bridge${path}`);
    expect(
      served()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(listed.sort());
  });

  test('serves nobody without a session, and no administrator whose role has none of the permissions', async () => {
    const { token } = await administratorWith({ name: 'stranger', permissions: [] });
    for (const { method, path } of served()) {
      const address = `${site.url}${path.replaceAll(/:\w+/g, '1')}`;
      const anonymous = await fetch(address, { method });
      const stranger = await fetch(address, { method, headers: { authorization: `Bearer ${token}` } });
      expect({ method, path, anonymous: anonymous.status, stranger: stranger.status }).toEqual({
        method,
        path,
        anonymous: 401,
        stranger: 403,
      });
    }
  });

  test('serves no administrator whose permissions all have a condition, which is about entries of their own', async () => {
    const permissions = permissionActions.map(({ uid }) => uid);
    const conditions = ['admin::is-creator'];
    const { token } = await administratorWith({ name: 'conditional', permissions, conditions });
    for (const { method, path } of served()) {
      const address = `${site.url}${path.replaceAll(/:\w+/g, '1')}`;
      const { status } = await fetch(address, { method, headers: { authorization: `Bearer ${token}` } });
      expect({ method, path, status }).toEqual({ method, path, status: 403 });
    }
  });

  test('lets an administrator do what their one permission allows, and nothing else', async () => {
    for (const { uid } of permissionActions) {
      const { token } = await administratorWith({ name: `only-${uid.replace('.', '-')}`, permissions: [uid] });
      const allowed: string[] = [];
      for (const { method, path, config } of adminRoutes.routes) {
        // Writing routes reject the parameters first, or do nothing.
        const isSafe =
          method === 'GET' ||
          !config.policies.some((policy) => JSON.stringify(policy).includes(`"plugin::commerce-bridge.${uid}"`));
        if (!isSafe) {
          allowed.push(`${method} ${path}`);
          continue;
        }
        const { status } = await fetch(`${site.url}/commerce-bridge${path.replaceAll(/:\w+/g, '1')}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        });
        if (status !== 403) allowed.push(`${method} ${path}`);
      }
      const expected = adminRoutes.routes.filter(({ config }) =>
        JSON.stringify(config.policies).includes(`"plugin::commerce-bridge.${uid}"`),
      );
      expect({ uid, allowed }).toEqual({ uid, allowed: expected.map(({ method, path }) => `${method} ${path}`) });
    }
  });

  test.each(adminRoutes.routes.map(({ method, path }) => [method, path]))(
    'guards %s %s with a session and a permission',
    async (method, path) => {
      const route = adminRoutes.routes.find((candidate) => candidate.method === method && candidate.path === path);
      const ours = expect.stringMatching(/^plugin::commerce-bridge\./);
      expect(route?.config.policies).toEqual([
        'admin::isAuthenticatedAdmin',
        method === 'GET' && ['/products', '/records/:entity/:id/entries'].includes(path)
          ? {
              name: 'plugin::commerce-bridge.has-one-permission',
              config: {
                actions: [
                  { action: ours },
                  { action: 'plugin::content-manager.explorer.read', subject: 'plugin::commerce-bridge.product' },
                ],
              },
            }
          : { name: 'plugin::commerce-bridge.has-one-permission', config: { actions: [{ action: ours }] } },
      ]);
    },
  );

  test('shows which scopes credentials have before they are saved', async () => {
    const { body } = await site.admin('POST', '/commerce-bridge/settings/test-connection', {
      storeHash: simulator.account.storeHash,
      accessToken: simulator.account.accessToken,
    });
    const result = connectionTest.parse(body);
    expect(result).toMatchObject({
      kind: 'connected',
      scopes: expect.arrayContaining([
        expect.objectContaining({ scope: 'store_v2_products_read_only', granted: true }),
      ]),
    });
    expect(settingsView.parse((await site.admin('GET', '/commerce-bridge/settings')).body).storeHash).toBeNull();
  });

  test('explains why credentials do not work, without repeating a token', async () => {
    const test = (body: object) => site.admin('POST', '/commerce-bridge/settings/test-connection', body);
    expect((await test({})).body).toMatchObject({ kind: 'rejected', reason: 'incomplete' });
    const wrong = await test({
      storeHash: simulator.account.storeHash,
      accessToken: 'a-wrong-access-token-of-some-length',
    });
    expect(wrong.body).toMatchObject({ kind: 'rejected', reason: 'unauthorized' });
    expect(JSON.stringify(wrong.body)).not.toContain('a-wrong-access-token-of-some-length');
  });

  test('does not send the stored token to a URL that is only being tested', async () => {
    onTestFinished(async () => {
      await site.admin('PUT', '/commerce-bridge/settings', { storeHash: null, accessToken: null });
    });
    await site.admin('PUT', '/commerce-bridge/settings', {
      storeHash: simulator.account.storeHash,
      accessToken: simulator.account.accessToken,
    });
    const { status, body } = await site.admin('POST', '/commerce-bridge/settings/test-connection', {
      apiUrl: 'http://127.0.0.1:9',
    });
    expect(status).toBe(400);
    expect(refusedSettings.parse(Object(Object(body).error).details).errors).toEqual([
      {
        path: ['apiUrl'],
        message: expect.stringMatching(/give the access token again/),
        name: 'ValidationError',
        code: 'token_needed_again',
        values: {},
      },
    ]);
  });

  test('returns a validation error for the wrong field', async () => {
    const { status, body } = await site.admin('PUT', '/commerce-bridge/settings', { channelId: -1 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { name: 'ValidationError', details: { errors: [{ path: ['channelId'] }] } } });
  });

  test('responds to a wrong mode with what is allowed', async () => {
    const { status, body } = await site.admin('POST', '/commerce-bridge/sync', { mode: 'everything' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('incremental');
  });
});
