import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { healthRecord } from '../../contracts/admin/health';
import { hookResult, type HookResult } from '../../contracts/admin/webhooks';
import { overview } from '../../contracts/admin/overview';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { register, registered, viewOf } from '../support/shops/webhook-registration';
import { processedEvents } from '../support/shops/events';
import { eventually } from '../support/time/eventually';

const assigned = 'store/channel/1/product/assigned';
const unassigned = 'store/channel/1/product/unassigned';

let connected: ConnectedSite;

beforeAll(async () => {
  connected = await connectedSite({ simulator: { products: 3 } });
  await connected.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: connected.site.url });
});
afterAll(async () => {
  await connected.stop();
});
beforeEach(() => {
  const { registry } = connected.simulator.webhooks;
  registry.spelling = 'plain';
  registry.refuse([]);
  for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
});

function scopesThere(): string[] {
  return connected.simulator.webhooks.registry.all().map((hook) => hook.scope);
}

async function outcomes(): Promise<Record<string, HookResult['outcome']>> {
  const { hooks } = await registered(connected.site);
  return Object.fromEntries(hooks.map(({ scope, outcome }) => [scope, outcome]));
}

async function hintsAfterCheck(): Promise<{ healthy: boolean; hints: string[] }> {
  const check = await connected.site.admin('POST', '/commerce-bridge/health/check');
  const { body } = await connected.site.admin('GET', '/commerce-bridge/overview');
  const hints = overview.parse(body).status.hints.map(({ code }) => code);
  return { healthy: healthRecord.parse(check.body).healthy, hints };
}

describe('registration', () => {
  test('registers those of the channel in addition to the four, after them', async () => {
    expect(await outcomes()).toMatchObject({ [assigned]: 'created', [unassigned]: 'created' });
    expect(scopesThere().slice(4)).toEqual([assigned, unassigned]);
    expect(await hintsAfterCheck()).toEqual({ healthy: true, hints: [] });
  });

  test('registers them with a slash at the end where the store wants one, once', async () => {
    connected.simulator.webhooks.registry.spelling = 'slashed';
    expect(await outcomes()).toMatchObject({ [`${assigned}/`]: 'created', [`${unassigned}/`]: 'created' });
    expect(Object.values(await outcomes())).toEqual(Array(6).fill('unchanged'));
    expect((await viewOf(connected.site)).hooks.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('of a store that refuses them registers the four, and health names the two as a hint', async () => {
    connected.simulator.webhooks.registry.refuse([assigned, unassigned]);
    expect(await outcomes()).toMatchObject({
      'store/product/*': 'created',
      [assigned]: 'refused',
      [unassigned]: 'refused',
    });
    expect(scopesThere()).toHaveLength(4);
    expect(await hintsAfterCheck()).toEqual({ healthy: true, hints: ['hooks_refused'] });
    const view = await viewOf(connected.site);
    expect(view.hooks.slice(4).map(({ scope, problems }) => [scope, problems])).toEqual([
      [assigned, ['refused']],
      [unassigned, ['refused']],
    ]);
  });

  test('of a store that refuses the four, too, fails for all six, and says nothing of their scopes', async () => {
    const all = [
      'store/product/*',
      'store/sku/*',
      'store/category/*',
      'store/information/updated',
      assigned,
      unassigned,
    ];
    connected.simulator.webhooks.registry.refuse(all);
    const { body } = await register(connected.site);
    const hooks = z.array(hookResult).parse(Object(Object(body).error).details.hooks);
    expect(hooks.map(({ outcome }) => outcome)).toEqual(Array(6).fill('failed'));
    expect((await hintsAfterCheck()).hints).not.toContain('hooks_refused');
  });

  test('of a store that offers them later registers them the next time', async () => {
    connected.simulator.webhooks.registry.refuse([unassigned]);
    expect(await outcomes()).toMatchObject({ [assigned]: 'created', [unassigned]: 'refused' });
    connected.simulator.webhooks.registry.refuse([]);
    expect(await outcomes()).toMatchObject({ [assigned]: 'unchanged', [unassigned]: 'created' });
    expect((await hintsAfterCheck()).hints).toEqual([]);
  });

  describe('with a dozen of further channels', () => {
    const channels = Array.from({ length: 12 }, (_, index) => 100 + index);
    const posts = () =>
      connected.simulator.requests.all().filter(({ method, path }) => method === 'POST' && path.endsWith('/hooks'));

    beforeEach(async () => {
      connected.simulator.requests.clear();
      const markets = channels.map((channelId) => ({
        key: `m${channelId}`,
        name: `Market ${channelId}`,
        channelId,
        currency: 'USD',
        locale: 'en',
      }));
      await connected.site.admin('PUT', '/commerce-bridge/settings', { markets });
    });
    afterEach(async () => {
      await connected.site.admin('PUT', '/commerce-bridge/settings', { markets: [] });
      // Otherwise the site would register by itself during the next test.
      await eventually(async () => (await register(connected.site)).status === 200);
    });

    test('takes a request for each webhook, and one more for each kind that the store spells with a slash', async () => {
      connected.simulator.webhooks.registry.spelling = 'slashed';
      const count = Object.values(await outcomes()).length;
      expect(scopesThere()).toHaveLength(count);
      expect(count).toBeGreaterThan(12 * 9);
      expect(posts().length).toBeLessThan(count + 30);
      expect(new Set(Object.values(await outcomes()))).toEqual(new Set(['unchanged']));
    });

    test('asks a store that refuses them for a few of each kind, and names all of them in one sentence', async () => {
      const { registry } = connected.simulator.webhooks;
      await outcomes();
      const refused = scopesThere().filter((scope) => /channel\/1\d\d\//.test(scope));
      for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
      registry.refuse(refused);
      connected.simulator.requests.clear();
      const results = await outcomes();
      expect(refused.map((scope) => results[scope])).toEqual(refused.map(() => 'refused'));
      expect(posts().length).toBeLessThan(refused.length + 60);
      expect(await hintsAfterCheck()).toMatchObject({ hints: expect.arrayContaining(['hooks_refused']) });
    });

    test('is done by itself, as is removing what no market needs any more', async () => {
      await outcomes();
      await connected.site.admin('PUT', '/commerce-bridge/settings', { markets: [] });
      await eventually(async () => scopesThere().length === 6);
      expect(scopesThere().slice(4)).toEqual([assigned, unassigned]);
      const market = { key: 'eu', name: 'Europe', channelId: 100, currency: 'EUR', locale: 'en' };
      await connected.site.admin('PUT', '/commerce-bridge/settings', { markets: [market] });
      await eventually(async () => scopesThere().includes('store/channel/100/categoryTree/updated'));
    });
  });

  test('by an earlier version is no error: health says that they are missing', async () => {
    await registered(connected.site);
    const { registry } = connected.simulator.webhooks;
    for (const hook of registry.all().slice(4)) registry.delete(hook.id, hook.client_id);
    expect(await hintsAfterCheck()).toEqual({ healthy: true, hints: ['hooks_lacking'] });
  });
});

describe.each(['plain', 'slashed'] as const)('a product, with webhooks spelled %s,', (spelling) => {
  beforeEach(async () => {
    connected.simulator.webhooks.registry.spelling = spelling;
    await registered(connected.site);
  });

  async function isShown(slug: string): Promise<boolean> {
    return (await connected.site.rest(`/products/${slug}`)).status === 200;
  }

  test('is shown once it is assigned to the channel, and gone once it is not', async () => {
    const { products } = connected.simulator.store;
    const slug = `cup-${spelling}`;
    const { id } = products.create({ name: 'Cup', price: 5, custom_url: { url: `/${slug}/`, is_customized: true } });
    await connected.simulator.webhooks.idle();
    await processedEvents(connected.site);
    expect(await isShown(slug)).toBe(false);

    products.assign(id, 1);
    await eventually(() => isShown(slug));

    products.unassign(id, 1);
    await eventually(async () => !(await isShown(slug)));
  });
});
