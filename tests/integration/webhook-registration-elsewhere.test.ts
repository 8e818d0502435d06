import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/boot-site';
import { environmentOf, register, registered, viewOf } from '../support/webhook-registration';

describe('a copy of the site', () => {
  let simulator: Simulator;
  const sites: BootedSite[] = [];
  const destinations = () => simulator.webhooks.registry.all().map((hook) => new URL(hook.destination).host);

  beforeAll(async () => {
    simulator = await startSimulator({ products: 1, quota: 0 });
    const original = await bootSite({ environment: environmentOf(simulator) });
    await register(original);
    const rows = await original.strapi.db.connection('commerce_bridge_state').select();
    await original.stop();
    const copy = await bootSite({ environment: environmentOf(simulator, 'https://staging.example.com') });
    await copy.strapi.db.connection('commerce_bridge_state').insert(rows).onConflict('name').merge();
    sites.push(original, copy);
  });

  afterAll(async () => {
    await sites[1]?.stop();
    await simulator.close();
    sites.forEach(removeSite);
  });

  const copy = () => {
    const [, site] = sites;
    if (!site) throw new Error('the copy did not start');
    return site;
  };

  test('leaves the hooks of the original alone and makes its own', async () => {
    const { hooks } = await registered(copy());
    expect(hooks.map(({ outcome }) => outcome)).toEqual([
      'created',
      'created',
      'created',
      'created',
      'left_alone',
      'left_alone',
      'left_alone',
      'left_alone',
    ]);
    expect(destinations()).toEqual([...Array(4).fill('shop.example.com'), ...Array(4).fill('staging.example.com')]);
    expect((await viewOf(copy())).hooks.map(({ problems }) => problems)).toEqual([
      [],
      [],
      [],
      [],
      ['other_host'],
      ['other_host'],
      ['other_host'],
      ['other_host'],
    ]);
  });

  test('takes them over when told to', async () => {
    const { hooks } = await registered(copy(), { takeOver: true });
    expect(hooks.filter(({ outcome }) => outcome === 'removed')).toHaveLength(4);
    expect(destinations()).toEqual(Array(4).fill('staging.example.com'));
  });
});

describe('an address that webhooks cannot be sent to', () => {
  test('is explained before upstream is asked', async () => {
    const site = await bootSite({
      environment: {
        COMMERCE_BRIDGE_STORE_HASH: 'abc123',
        COMMERCE_BRIDGE_ACCESS_TOKEN: 'token',
        COMMERCE_BRIDGE_PUBLIC_URL: 'http://localhost:1337',
        COMMERCE_BRIDGE_API_URL: 'https://api.example.com',
      },
    });
    try {
      const { status, body } = await register(site);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          message: expect.stringContaining("BigCommerce can't reach it"),
          details: { code: 'webhook_address_unusable' },
        },
      });
    } finally {
      await site.stop();
      removeSite(site);
    }
  });

  test('is not asked for before the credentials are entered', async () => {
    const site = await bootSite();
    try {
      expect(await register(site)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('Enter the store hash and the access token first') } },
      });
    } finally {
      await site.stop();
      removeSite(site);
    }
  });
});
