import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeTest, purgingState } from '../../contracts/admin/purging';
import { keysOfEverything } from '../../server/src/catalog/responses';
import { containerOf } from '../../server/src/container';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { type Received, ReceivingServer } from '../support/http/receiving-server';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let site: BootedSite;
let receiver: ReceivingServer;
/** Each test has its own target, with an empty outbox. */
let key: string;
let tests = 0;
beforeAll(async () => {
  site = await bootSite();
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});
beforeEach(async () => {
  receiver = await ReceivingServer.start();
  tests += 1;
  key = `next-${tests}`;
  await site.admin('PUT', '/commerce-bridge/settings', {
    purgeTargets: [{ key, kind: 'webhook', url: receiver.url, secret }],
  });
});
afterEach(async () => {
  await site.admin('PUT', '/commerce-bridge/settings', { purgeTargets: [] });
  await receiver.close();
});

const write = (id: number, title: string) =>
  catalogWriter(site.strapi, containerOf(site.strapi).catalogChanges).write('product', [aProduct({ id, title })]);
const state = async () => {
  const { body } = await site.admin('GET', '/commerce-bridge/purging');
  return purgingState.parse(body).targets[0];
};
const keysOf = ({ body }: Received): unknown => JSON.parse(body).data.keys;

test('a webhook is sent what a change outdates', async () => {
  await write(11, 'First');
  await receiver.count(1);
  expect(receiver.received.map(keysOf)).toEqual([['products', 'product-11']]);
  await eventually(async () => (await state())?.waiting === 0);
  expect(await state()).toMatchObject({ key, kind: 'webhook', error: null, deliveredAt: expect.any(String) });
});

test('a purge that was refused is shown with its reason, and repeated when an administrator wants it', async () => {
  receiver.response = () => 503;
  await write(12, 'Second');
  await eventually(async () => (await state())?.error !== null);
  expect(await state()).toMatchObject({ waiting: 1, error: expect.stringMatching(/responded with 503$/) });
  const { host } = new URL(receiver.url);
  const said = { code: 'target_refused', values: { host, status: 503, said: '' } };
  expect((await state())?.causes).toEqual([said]);
  const metrics = String(await containerOf(site.strapi).metrics.read());
  expect(metrics).toContain(`commerce_bridge_purges_waiting{target="${key}"} 1`);
  receiver.response = () => 204;
  const refused = receiver.received.length;
  const { body } = await site.admin('POST', `/commerce-bridge/purging/${key}/retry`);
  expect(purgingState.parse(body).targets).toHaveLength(1);
  await receiver.count(refused + 1);
  expect(keysOf(receiver.received[refused] ?? expect.unreachable())).toEqual(['products', 'product-12']);
  expect(receiver.received[refused]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  await eventually(async () => (await state())?.waiting === 0);
});

test('a test says whether a target takes a purge, and changes nothing of what waits', async () => {
  const tried = async () => purgeTest.parse((await site.admin('POST', `/commerce-bridge/purging/${key}/test`)).body);
  expect(await tried()).toEqual({ succeeded: true, error: null });
  receiver.response = () => 401;
  expect(await tried()).toMatchObject({
    succeeded: false,
    error: expect.stringContaining('responded with 401'),
    causes: [{ code: 'target_refused', values: { status: 401 } }],
  });
  expect(receiver.received.map(keysOf)).toEqual([['commerce-bridge-test'], ['commerce-bridge-test']]);
  expect(await state()).toMatchObject({ waiting: 0, error: null });
  expect((await site.admin('POST', '/commerce-bridge/purging/none/test')).status).toBe(404);
});

test('a market whose settings change, or that is gone, is purged by its name, and none that is not public', async () => {
  const eu = { key: 'eu', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en', isPublic: true };
  const staff = { ...eu, key: 'staff', isPublic: false };
  const save = (markets: readonly object[]) => site.admin('PUT', '/commerce-bridge/settings', { markets });
  await save([eu, staff]);
  await receiver.count(1);
  await save([{ ...eu, isPublic: false }, staff]);
  await receiver.count(2);
  await save([eu]);
  await receiver.count(3);
  await save([]);
  await receiver.count(4);
  await eventually(async () => (await state())?.waiting === 0);
  expect(receiver.received.map(keysOf)).toEqual([
    ['markets'],
    ['markets', 'market-eu'],
    ['markets'],
    ['markets', 'market-eu'],
  ]);
});

test('the list of markets is purged by its name when their order changes, and not when a private market does', async () => {
  const [eu, us] = ['eu', 'us'].map((name) => ({ key: name, name, channelId: 3, currency: 'EUR', locale: 'en' }));
  const staff = { ...eu, key: 'staff', isPublic: false };
  const save = (markets: readonly unknown[]) => site.admin('PUT', '/commerce-bridge/settings', { markets });
  await save([eu, us, staff]);
  await receiver.count(1);
  expect((await site.rest('/markets')).headers.get('surrogate-key')?.split(' ')).toContain('markets');
  await save([eu, us, { ...staff, name: 'Staff' }]);
  await save([us, eu, staff]);
  await receiver.count(2);
  await save([]);
  await receiver.count(3);
  await eventually(async () => (await state())?.waiting === 0);
  expect(receiver.received.map(keysOf)).toEqual([['markets'], ['markets'], ['markets', 'market-us', 'market-eu']]);
});

test('a setting that responses show purges everything, and others nothing', async () => {
  const save = (settings: object) => site.admin('PUT', '/commerce-bridge/settings', settings);
  await save({ productPageAddress: 'https://shop.example.com/p/{slug}' });
  await receiver.count(1);
  await save({ syncSchedule: 'off', productPageAddress: 'https://shop.example.com/p/{slug}' });
  await save({ productPageAddress: null });
  await receiver.count(2);
  await save({ metafieldNamespaces: ['care'] });
  await receiver.count(3);
  await save({ metafieldNamespaces: [] });
  await receiver.count(4);
  await save({ channelId: 3 });
  await receiver.count(5);
  await save({ channelId: null });
  await receiver.count(6);
  await eventually(async () => (await state())?.waiting === 0);
  expect(receiver.received.map(keysOf)).toEqual(receiver.received.map(keysOfEverything));
  expect(receiver.received).toHaveLength(6);
});

test('responses carry the headers that the setting chooses', async () => {
  await site.admin('PUT', '/commerce-bridge/settings', { surrogateHeaders: ['Cache-Tag', 'xkey'] });
  const { headers } = await site.rest('/collections');
  expect([headers.get('surrogate-key'), headers.get('cache-tag'), headers.get('xkey')]).toEqual([
    null,
    'collections,products',
    'collections products',
  ]);
  await site.admin('PUT', '/commerce-bridge/settings', { surrogateHeaders: ['Surrogate-Key'] });
});
