import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { createRegistrationMemory } from '../../server/src/webhooks/registration-memory';
import type { Hook } from '../../simulator/src/hooks/registry';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { environmentOf, register, registered, viewOf } from '../support/shops/webhook-registration';

describe('a copy of the site', () => {
  let simulator: Simulator;
  let copy: BootedSite;
  /** The original site's webhooks and stored ids. */
  let hooksBefore: Hook[];
  let rowsBefore: unknown[];
  const destinations = () => simulator.webhooks.registry.all().map((hook) => new URL(hook.destination).host);

  beforeAll(async () => {
    simulator = await startSimulator({ products: 1, quota: 0 });
    const original = await bootSite({ environment: environmentOf(simulator) });
    await register(original);
    hooksBefore = simulator.webhooks.registry.all();
    rowsBefore = await original.strapi.db.connection(tables.state).select();
    await original.stop();
    removeSite(original);
    copy = await bootSite({ environment: environmentOf(simulator, 'https://staging.example.com') });
  });
  beforeEach(async () => {
    const { registry } = simulator.webhooks;
    const { clientId, storeHash } = simulator.account;
    for (const { id } of registry.all()) registry.delete(id, clientId);
    const ids = hooksBefore.map((hook) => registry.create(hook, clientId).id);
    const database = copy.strapi.db.connection;
    await database(tables.state).where('name', 'like', 'webhooks.%').delete();
    await database(tables.state).insert(rowsBefore).onConflict('name').merge();
    // Upstream assigns no id twice.
    const memory = createRegistrationMemory(createKnexStateStore(database));
    await memory.change(storeHash, () => new Map(ids.map((id) => [id, { action: 'created', at: new Date() }])));
  });
  afterAll(async () => {
    await copy.stop();
    await simulator.close();
    removeSite(copy);
  });

  test("leaves the original's webhooks alone and creates its own", async () => {
    const { hooks } = await registered(copy);
    expect(hooks.map(({ outcome }) => outcome)).toEqual([...Array(6).fill('created'), ...Array(6).fill('left_alone')]);
    expect(destinations()).toEqual([...Array(6).fill('shop.example.com'), ...Array(6).fill('staging.example.com')]);
    expect((await viewOf(copy)).hooks.map(({ problems }) => problems)).toEqual([
      ...Array(6).fill([]),
      ...Array(6).fill(['other_host']),
    ]);
  });

  test('moves them to itself on request', async () => {
    await register(copy);
    const { hooks } = await registered(copy, { takeOver: true });
    expect(hooks.filter(({ outcome }) => outcome === 'removed')).toHaveLength(6);
    expect(destinations()).toEqual(Array(6).fill('staging.example.com'));
  });
});

describe('a URL that webhooks cannot be sent to', () => {
  test('is explained before a request to upstream', async () => {
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

  test('is not required before the credentials are entered', async () => {
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
