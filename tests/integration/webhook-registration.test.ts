import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registrationResponse, webhooksView } from '../../contracts/admin/webhooks';
import { syncState } from '../../contracts/admin/runs';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { systemClock } from '../../server/src/lib/clock';
import { seconds } from '../../server/src/lib/durations';
import { digestOfHeaderToken, tokenHeader } from '../../server/src/webhooks/header-token';
import { createHeaderTokenStore } from '../../server/src/webhooks/header-token-store';
import { channelScopes } from '../../server/src/webhooks/market-scopes';
import { wantedScopes } from '../../server/src/webhooks/hook-verdicts';
import { verifyDelivery } from '../../server/src/webhooks/signatures';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';
import { destination, environmentOf, register, registered, viewOf } from '../support/shops/webhook-registration';

const allScopes = [...wantedScopes, ...channelScopes(1)];

describe('registering webhooks', () => {
  let simulator: Simulator;
  let site: BootedSite;
  const hooks = () => simulator.webhooks.registry.all();
  const hookOf = (scope: string) => {
    const hook = hooks().find((each) => each.scope === scope);
    if (!hook) throw new Error(`there is no hook ${scope}`);
    return hook;
  };
  const asked = () =>
    simulator.requests
      .all()
      .filter(({ path }) => path.includes('/hooks'))
      .map(({ method }) => method);

  beforeAll(async () => {
    simulator = await startSimulator({ products: 1, quota: 0 });
    site = await bootSite({ environment: environmentOf(simulator) });
  });

  beforeEach(async () => {
    for (const hook of hooks()) simulator.webhooks.registry.delete(hook.id, hook.client_id);
    await register(site);
    simulator.requests.clear();
  });

  afterEach(() => simulator.faults.clear());

  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });

  test('creates a webhook for each scope and reports it', async () => {
    for (const hook of hooks()) simulator.webhooks.registry.delete(hook.id, hook.client_id);
    const { status, body } = await register(site);
    expect(status).toBe(200);
    expect(registrationResponse.parse(body)).toEqual({
      message: 'Webhooks successfully registered',
      hooks: allScopes.map((scope) => ({
        id: expect.any(Number),
        scope,
        destination,
        isActive: true,
        outcome: 'created',
        message: null,
      })),
    });
    expect(hooks().map((hook) => [hook.scope, hook.destination, hook.is_active])).toEqual(
      allScopes.map((scope) => [scope, destination, true]),
    );
  });

  test('gives all webhooks one token, of which only the digest is stored', async () => {
    const tokens = new Set(hooks().map(({ headers }) => headers?.[tokenHeader]));
    const [token = ''] = tokens;
    expect(tokens.size).toBe(1);
    const rows = JSON.stringify(await site.strapi.db.connection('commerce_bridge_state').select());
    expect(rows).toContain(digestOfHeaderToken(token));
    expect(rows).not.toContain(token);
  });

  test('gives webhooks a token that proves their deliveries, even for a while after it was replaced', async () => {
    const state = createKnexStateStore(site.strapi.db.connection);
    const proves = async (token: string | undefined) => {
      const headerTokenDigests = await createHeaderTokenStore({ state, clock: systemClock }).accepted();
      return verifyDelivery({
        secrets: { webhookSecrets: [], clientSecret: null, headerTokenDigests, standardWebhooks: 'unproven' },
        headers: { [tokenHeader.toLowerCase()]: token },
        body: Buffer.from('{}'),
        now: new Date(),
        signatureHeader: 'X-Platform-Webhook-Signature',
        tolerance: seconds(300),
      }).kind;
    };
    const before = hookOf('store/product/*').headers?.[tokenHeader];
    for (const hook of hooks()) simulator.webhooks.registry.update(hook.id, { headers: {} }, hook.client_id);
    await register(site);
    const after = hookOf('store/product/*').headers?.[tokenHeader];

    expect(after).not.toBe(before);
    expect([await proves(after), await proves(before), await proves('made-up')]).toEqual([
      'verified',
      'verified',
      'rejected',
    ]);
  });

  test('again changes nothing upstream', async () => {
    const before = structuredClone(hooks());
    const { message, hooks: results } = await registered(site);
    expect(message).toBe('Webhooks successfully registered');
    expect(results.map(({ outcome }) => outcome)).toEqual(allScopes.map(() => 'unchanged'));
    expect(hooks()).toEqual(before);
    expect(asked()).toEqual(['GET']);
  });

  test('repairs what is wrong, creates what is missing, deletes what is no longer wanted', async () => {
    const { clientId } = simulator.account;
    const { registry } = simulator.webhooks;
    const token = hookOf('store/sku/*').headers;
    registry.deactivate(hookOf('store/product/*').id);
    registry.update(hookOf('store/sku/*').id, { destination: `${destination}s` }, clientId);
    registry.update(hookOf('store/category/*').id, { headers: {} }, clientId);
    registry.delete(hookOf('store/information/updated').id, clientId);
    const surplus = registry.create({ scope: 'store/order/*', destination }, clientId);

    const results = (await registered(site)).hooks;
    expect(results.map(({ scope, outcome }) => [scope, outcome])).toEqual([
      ['store/product/*', 'repaired'],
      ['store/sku/*', 'repaired'],
      ['store/category/*', 'repaired'],
      ['store/information/updated', 'created'],
      ['store/channel/1/product/assigned', 'unchanged'],
      ['store/channel/1/product/unassigned', 'unchanged'],
      ['store/order/*', 'removed'],
    ]);
    expect(hooks().every((hook) => hook.is_active && hook.destination === destination)).toBe(true);
    expect(hooks().map(({ headers }) => headers)).toEqual(allScopes.map(() => token));
    expect(registry.find(surplus.id)).toBeUndefined();
  });

  test('leaves a webhook to another path on this host alone, which may be another site’s, unless takeOver is set', async () => {
    const elsewhere = 'https://shop.example.com/staging/api/commerce-bridge/v1/webhook';
    const moved = hookOf('store/sku/*').id;
    simulator.webhooks.registry.update(moved, { destination: elsewhere }, simulator.account.clientId);
    const { hooks: results } = await registered(site);
    expect(results.filter(({ scope }) => scope === 'store/sku/*').map(({ outcome }) => outcome)).toEqual([
      'created',
      'left_alone',
    ]);
    expect(simulator.webhooks.registry.find(moved)?.destination).toBe(elsewhere);

    await register(site, { takeOver: true });
    expect(hooks().map((hook) => hook.destination)).toEqual(allScopes.map(() => destination));
  });

  test('never touches webhooks with other destinations', async () => {
    const others = ['https://other.example.com/hook', 'https://shop.example.com/another-app'].map((address) =>
      structuredClone(
        simulator.webhooks.registry.create(
          { scope: 'store/product/*', destination: address, headers: { 'X-Other': 'yes' } },
          simulator.account.clientId,
        ),
      ),
    );
    await register(site, { takeOver: true });
    expect(others.map(({ id }) => simulator.webhooks.registry.find(id))).toEqual(others);
  });

  test('does not create a webhook twice if upstream created it and the response was lost', async () => {
    simulator.webhooks.registry.delete(hookOf('store/sku/*').id, simulator.account.clientId);
    simulator.faults.add({ kind: 'status', status: 504, when: 'after', method: 'POST', path: '/v3/hooks' });
    const { hooks: results } = await registered(site);
    expect(results.find(({ scope }) => scope === 'store/sku/*')).toMatchObject({ outcome: 'created', isActive: true });
    expect(hooks()).toHaveLength(6);
    expect(asked()).toEqual(['GET', 'POST', 'GET']);
  });

  test('reports for each webhook whether it failed and why, and completes on the next attempt', async () => {
    for (const scope of ['store/sku/*', 'store/category/*'])
      simulator.webhooks.registry.delete(hookOf(scope).id, simulator.account.clientId);
    simulator.faults.add({ kind: 'status', status: 500, method: 'POST', path: '/v3/hooks' });
    const { status, body } = await register(site);
    expect(status).toBe(502);
    expect(body).toMatchObject({
      data: null,
      error: {
        name: 'RegistrationError',
        message: '1 of 6 webhooks could not be registered; each says why.',
        details: {
          hooks: expect.arrayContaining([
            expect.objectContaining({
              scope: 'store/sku/*',
              id: null,
              outcome: 'failed',
              message: expect.stringContaining('POST /v3/hooks returned 500'),
            }),
          ]),
        },
      },
    });
    expect(hooks().map(({ scope }) => scope)).toContain('store/category/*');
    expect((await registered(site)).hooks.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(hooks()).toHaveLength(6);
  });

  describe('catches up with what a webhook missed', () => {
    beforeAll(async () => {
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await finishedRun(site);
    });

    /** The last run, once no other is under way or waiting. */
    const lastRun = () =>
      eventually(async () => {
        const isWaiting = await createKnexStateStore(site.strapi.db.connection).read('sync.catchUp', z.unknown());
        const { current, last } = syncState.parse((await site.admin('GET', '/commerce-bridge/sync')).body);
        return !isWaiting && !current && { mode: last?.mode, id: last?.id };
      });
    const caughtUp = async (before: Awaited<ReturnType<typeof lastRun>>) => {
      const last = await eventually(async () => {
        const found = await lastRun();
        return found.id !== before.id && found;
      });
      expect(last).toMatchObject({ mode: 'incremental' });
    };

    test('that was repaired before the registration failed', async () => {
      const before = await lastRun();
      simulator.webhooks.registry.deactivate(hookOf('store/product/*').id);
      const { connection } = site.strapi.db;
      await connection.raw(
        `create trigger refuse before update on ${tables.state} when new.name = 'webhooks.registration' begin select raise(abort, 'no memory'); end`,
      );
      expect((await register(site)).status).toBe(500);
      await connection.raw('drop trigger refuse');

      expect(hookOf('store/product/*').is_active).toBe(true);
      await caughtUp(before);
    });

    test('whose repair failed as far as is known, but was made', async () => {
      const before = await lastRun();
      const { id } = hookOf('store/product/*');
      simulator.webhooks.registry.deactivate(id);
      simulator.faults.add({ kind: 'reset', when: 'after', method: 'PUT', path: `/v3/hooks/${id}`, times: 0 });
      expect((await register(site)).status).toBe(502);
      expect(hookOf('store/product/*').is_active).toBe(true);
      await caughtUp(before);
    });
  });

  test('rejects a second registration at the same time', async () => {
    simulator.faults.add({ kind: 'delay', milliseconds: 30_000, path: '/v3/hooks' });
    const first = register(site);
    await eventually(async () => simulator.requests.inFlight === 1);
    expect((await register(site)).status).toBe(409);
    simulator.faults.clear();
    expect((await first).status).toBe(200);
  });

  test("shows upstream's state and what was done, without the token", async () => {
    simulator.webhooks.registry.deactivate(hookOf('store/sku/*').id);
    const { body } = await site.admin('GET', '/commerce-bridge/webhooks');
    const view = webhooksView.parse(body);
    expect(view).toMatchObject({ destination, problem: null });
    expect(view.hooks).toHaveLength(6);
    expect(view.hooks[0]).toMatchObject({
      scope: 'store/product/*',
      isActive: true,
      problems: [],
      lastAction: { action: 'created' },
    });
    expect(view.hooks[1]).toMatchObject({ scope: 'store/sku/*', isActive: false, problems: ['inactive'] });
    expect(JSON.stringify(body)).not.toContain(hookOf('store/sku/*').headers?.[tokenHeader]);
  });

  test('says what is missing if upstream cannot be queried', async () => {
    simulator.faults.add({ kind: 'status', status: 401, method: 'GET', path: '/v3/hooks', times: 0 });
    expect(await viewOf(site)).toMatchObject({
      destination,
      problem: { code: 'upstream_unauthorized', message: expect.stringContaining('401') },
      hooks: [],
    });
  });
});
