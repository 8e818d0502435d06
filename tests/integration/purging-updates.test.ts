import { afterEach, beforeEach, expect, test } from 'vitest';
import { purgingState } from '../../contracts/admin/purging';
import { keysOfEverything } from '../../server/src/catalog/responses';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { ReceivingServer } from '../support/http/receiving-server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { openAgain } from '../support/sites/open-again';
import { eventually } from '../support/time/eventually';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let site: BootedSite;
let receiver: ReceivingServer;

beforeEach(async () => {
  receiver = await ReceivingServer.start();
  site = await bootSite();
  await site.admin('PUT', '/commerce-bridge/settings', {
    purgeTargets: [{ key: 'next', kind: 'webhook', url: receiver.url, secret }],
  });
  await eventually(async () => (await noted()) !== undefined);
});
afterEach(async () => {
  await site.stop().catch(() => undefined);
  await receiver.close();
  removeSite(site);
});

const noted = (): Promise<unknown> => site.strapi.db.connection(tables.state).where({ name: 'answers' }).first();
/** Simulates the value that an instance of another version leaves. */
const noteAnother = () => containerOf(site.strapi).state.write('answers', '["0.0.1",{}]');
const restart = async () => {
  await site.stop();
  site = await bootSite({ folder: site.folder });
  const waiting = async () =>
    purgingState.parse((await site.admin('GET', '/commerce-bridge/purging')).body).targets[0]?.waiting;
  await eventually(async () => (await waiting()) === 0);
};
const purged = () => receiver.received.map(({ body }): unknown => JSON.parse(body).data.keys);

test('a site that starts as it stopped purges nothing', async () => {
  await restart();
  expect(purged()).toEqual([]);
});

test('a site that starts as another version purges everything, the description of the API with it, once', async () => {
  const database = openAgain(site);
  await site.stop();
  await database(tables.state)
    .where({ name: 'answers' })
    .update({ value: JSON.stringify('["0.0.1",{}]') });
  await database.destroy();
  site = await bootSite({ folder: site.folder });
  await receiver.count(1);
  expect(keysOfEverything()).toContain('contract');
  await restart();
  expect(purged()).toEqual([keysOfEverything()]);
});

test('an instance of the former version that stops leaves a purge to the others, for what was asked of it meanwhile', async () => {
  const database = openAgain(site);
  await noteAnother();
  await site.stop();
  const waiting: unknown[] = await database(tables.outbox).where({ target: 'next' }).pluck('content');
  await database.destroy();
  expect(waiting).toEqual([expect.stringContaining('"isEverything":true')]);
});
