import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { systemClock } from '../../server/src/lib/clock';
import { createUpstreamHooks, type UpstreamHooks } from '../../server/src/upstream/hooks-client';
import { createUpstreamAccess } from '../../server/src/upstream/upstream-access';
import {
  UpstreamHttpError,
  UpstreamResponseError,
  UpstreamUnavailableError,
} from '../../server/src/upstream/http/upstream-errors';
import { createQuietLogger } from '../support/quiet-logger';
import { json, type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';

const access = createUpstreamAccess({ clock: systemClock, random: () => 0, logger: createQuietLogger() });
const hooksAt = (apiUrl: string, account: { storeHash: string; accessToken: string }): UpstreamHooks =>
  createUpstreamHooks({
    http: access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken }),
  });

const aHook = { scope: 'store/product/*', destination: 'https://shop.example.com/hook', headers: { 'X-Token': 'abc' } };
const wireHook = {
  id: 7,
  client_id: 'c',
  store_hash: 'abc',
  scope: 'store/product/*',
  destination: 'https://shop.example.com/hook',
  headers: { 'X-Token': 'abc' },
  is_active: true,
  created_at: 1_761_561_488,
  updated_at: 1_761_561_488,
};

afterAll(() => access.close());

describe('hooks of the simulated store', () => {
  let simulator: Simulator;
  let hooks: UpstreamHooks;

  beforeEach(async () => {
    simulator = await startSimulator({ products: 1, quota: 0 });
    hooks = hooksAt(simulator.url, simulator.account);
  });

  afterEach(() => simulator.close());

  test('include a created hook with its headers', async () => {
    const created = await hooks.create(aHook);
    expect(created).toMatchObject({ ...aHook, isActive: true });
    expect((await hooks.list()).hooks).toEqual([created]);
  });

  test('are listed completely beyond one page', async () => {
    for (let count = 0; count < 260; count += 1) {
      simulator.webhooks.registry.create(
        { scope: `store/scope${count}/*`, destination: aHook.destination },
        simulator.account.clientId,
      );
    }
    expect((await hooks.list()).hooks).toHaveLength(260);
    expect(simulator.requests.all().filter(({ path }) => path.endsWith('/hooks'))).toHaveLength(2);
  });

  test('can be re-enabled after upstream disabled them', async () => {
    const { id } = await hooks.create(aHook);
    simulator.webhooks.registry.deactivate(id);
    expect((await hooks.list()).hooks).toMatchObject([{ id, isActive: false }]);
    expect(await hooks.update(id, { isActive: true })).toMatchObject({
      id,
      isActive: true,
      destination: aHook.destination,
      headers: aHook.headers,
    });
  });

  test('can be removed without an error when already gone', async () => {
    const { id } = await hooks.create(aHook);
    await hooks.remove(id);
    await hooks.remove(id);
    expect((await hooks.list()).hooks).toEqual([]);
  });

  test('are never created twice, even if upstream did the work and the response was lost', async () => {
    simulator.faults.add({ kind: 'status', status: 504, when: 'after', method: 'POST', path: '/v3/hooks' });
    await expect(hooks.create(aHook)).rejects.toThrow(UpstreamHttpError);
    expect((await hooks.list()).hooks).toHaveLength(1);
  });

  test("reject a URL with upstream's message", async () => {
    await expect(hooks.create({ ...aHook, destination: 'https://shop.example.com:8443/hook' })).rejects.toThrow(
      /https address on port 443/,
    );
  });

  test('are listed again after a reset', async () => {
    simulator.faults.add({ kind: 'reset', method: 'GET', path: '/v3/hooks' });
    await expect(hooks.list()).resolves.toEqual({ hooks: [], unreadable: 0 });
  });
});

describe('the forms that hooks can have', () => {
  let server: ScriptedServer;
  let hooks: UpstreamHooks;

  beforeAll(async () => {
    server = await startScriptedServer();
    hooks = hooksAt(server.url, { storeHash: 'abc', accessToken: 'token' });
  });

  afterAll(() => server.close());

  test.each([
    ['with the envelope and 200', { data: wireHook, meta: {} }, 200],
    ['with the envelope and 201', { data: wireHook, meta: {} }, 201],
    ['without the envelope', wireHook, 200],
    [
      'without what older samples lack',
      { id: 7, scope: wireHook.scope, destination: wireHook.destination, headers: { 'X-Token': 'abc' } },
      200,
    ],
    ['with fields nobody announced', { data: { ...wireHook, events_history_enabled: false } }, 200],
  ])('a created hook %s', async (_form, body, status) => {
    server.script(json(body, { status }));
    expect(await hooks.create(aHook)).toMatchObject({ id: 7, ...aHook, isActive: true });
  });

  test('a listing without the envelope', async () => {
    server.script(json([wireHook]), json([]));
    expect((await hooks.list()).hooks).toMatchObject([{ id: 7 }]);
  });

  test('a listing without page numbers ends at the page with nothing new', async () => {
    server.script(
      json({ data: [wireHook], meta: {} }),
      json({ data: [{ ...wireHook, id: 8 }] }),
      json({ data: [{ ...wireHook, id: 8 }] }),
    );
    expect((await hooks.list()).hooks).toMatchObject([{ id: 7 }, { id: 8 }]);
  });

  test('headers that are null, absent, or a list are read as none', async () => {
    const items = [null, undefined, []].map((headers, index) => ({ ...wireHook, id: index + 1, headers }));
    server.script(json({ data: items, meta: { pagination: { total_pages: 1 } } }));
    expect((await hooks.list()).hooks.map(({ headers }) => headers)).toEqual([{}, {}, {}]);
  });

  test('an item that is not a hook is ignored and counted', async () => {
    server.script(json({ data: [{ id: 'seven' }, wireHook], meta: { pagination: { total_pages: 1 } } }));
    expect(await hooks.list()).toMatchObject({ hooks: [{ id: 7 }], unreadable: 1 });
  });

  test('anything other than hooks is rejected', async () => {
    server.script(json({ data: 'maintenance' }));
    await expect(hooks.list()).rejects.toThrow(UpstreamResponseError);
  });

  test('a timeout is a separate error', async () => {
    server.script((response) => response.socket?.resetAndDestroy());
    await expect(hooks.create(aHook)).rejects.toThrow(UpstreamUnavailableError);
  });
});
