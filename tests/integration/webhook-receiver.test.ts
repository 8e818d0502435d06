import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliveryTallies, newWebhookSecret } from '../../contracts/admin/events';
import { healthRecord } from '../../contracts/admin/health';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import {
  deliver,
  deliveryBody,
  signedDelivery,
  standardDelivery,
  tokenDelivery,
  webhookSecret,
} from '../support/shops/deliveries';
import { eventually } from '../support/time/eventually';
import { claimElsewhere, listEvents } from '../support/shops/events';
import {
  accepted,
  clientSecret,
  failed,
  giveToken,
  responseTo,
  tampered,
  token,
  unproven,
} from '../support/shops/receiver-responses';

const environment = { COMMERCE_BRIDGE_CLIENT_SECRET: clientSecret };

const defaults = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];
const withBody = (config: Record<string, unknown>) =>
  defaults.map((name) => (name === 'strapi::body' ? { name, config } : name));

describe.each([
  ['as Strapi has them', undefined],
  ['with the unparsed body kept', withBody({ includeUnparsed: true })],
  ['with a body of at most ten bytes', withBody({ jsonLimit: 10, formLimit: 10, textLimit: 10 })],
])('the receiver with middlewares %s', (_name, middlewares) => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await bootSite({
      environment: { ...environment, COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret },
      ...(middlewares && { middlewares }),
    });
    await giveToken(site);
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  test('accepts each of the three proofs', async () => {
    expect(await responseTo(site, signedDelivery(webhookSecret))).toEqual(accepted);
    expect(await responseTo(site, standardDelivery(clientSecret))).toEqual(accepted);
    expect(await responseTo(site, tokenDelivery(token.token))).toEqual(accepted);
    const { events } = containerOf(site.strapi);
    expect((await events.list({ status: null, entityId: 77, page: 1, perPage: 10 })).total).toBeGreaterThan(0);
  });

  test('rejects a changed body, and a delivery without any proof', async () => {
    expect(await responseTo(site, tampered(signedDelivery(webhookSecret)))).toEqual(unproven);
    expect(await responseTo(site, tampered(standardDelivery(clientSecret)))).toEqual(unproven);
    expect(await responseTo(site, { body: deliveryBody(), headers: { 'content-type': 'application/json' } })).toEqual(
      unproven,
    );
  });

  test('rejects a compressed body', async () => {
    const packed = gzipSync(deliveryBody());
    const { body, headers } = signedDelivery(webhookSecret, packed);
    const response = await deliver(site, { body, headers: { ...headers, 'content-encoding': 'gzip' } });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type', data: { status: 415 } });
  });
});

describe('the receiver', () => {
  let site: BootedSite;
  const lines: string[] = [];
  beforeAll(async () => {
    site = await bootSite({ environment });
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      const write = (line: unknown) => {
        lines.push(String(line));
        return site.strapi.log;
      };
      Object.assign(site.strapi.log, { [level]: write });
    }
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  const generate = async () =>
    newWebhookSecret.parse((await site.admin('POST', '/commerce-bridge/webhooks/secret')).body);
  const tallies = async () => {
    const { body } = await site.admin('GET', '/commerce-bridge/events/deliveries');
    return new Map(deliveryTallies.parse(body).deliveries.map((tally) => [tally.name, tally]));
  };

  const check = async () =>
    healthRecord.parse((await site.admin('POST', '/commerce-bridge/health/check')).body).issues ?? [];

  // As before setup: no secret, no token, and no recorded deliveries.
  beforeEach(async () => {
    const database = site.strapi.db.connection;
    await tallies();
    for (const table of [tables.deliveryTallies, tables.lateDeliveries]) await database(table).delete();
    await database(tables.state).whereIn('name', ['webhooks.headerTokens', 'webhooks.standardProof']).delete();
    // The receiver reloads its rules if the settings have changed.
    await generate();
    await site.admin('PUT', '/commerce-bridge/settings', {
      webhookSecret: null,
      webhookSignatureHeader: 'X-Platform-Webhook-Signature',
      webhookTimestampTolerance: 300,
    });
  });

  test('accepts nothing before it is set up', async () => {
    expect(await responseTo(site, signedDelivery(webhookSecret))).toEqual(unproven);
    expect(await responseTo(site, tokenDelivery(token.token))).toEqual(unproven);
  });

  test('accepts a generated secret immediately, and still the previous one', async () => {
    const first = await generate();
    expect(Buffer.byteLength(first.secret)).toBeGreaterThan(64);
    expect(first.previousAcceptedUntil).toBeNull();
    expect(await responseTo(site, signedDelivery(first.secret))).toEqual(accepted);

    const second = await generate();
    expect(second.previousAcceptedUntil).not.toBeNull();
    expect(await responseTo(site, signedDelivery(second.secret))).toEqual(accepted);
    expect(await responseTo(site, signedDelivery(first.secret))).toEqual(accepted);

    await site.admin('PUT', '/commerce-bridge/settings', { webhookSecret: null });
    expect(await responseTo(site, signedDelivery(second.secret))).toEqual(unproven);
  });

  test('shows a secret once and never again', async () => {
    const { secret } = await generate();
    const view = await site.admin('GET', '/commerce-bridge/settings');
    expect(JSON.stringify(view.body)).not.toContain(secret);
    expect(view.body).toMatchObject({ webhookSecret: { isSet: true, lastFour: secret.slice(-4) } });
  });

  test('reads the name of the signature header from the settings', async () => {
    const { secret } = await generate();
    const { body, headers } = signedDelivery(secret);
    await site.admin('PUT', '/commerce-bridge/settings', { webhookSignatureHeader: 'X-Shop-Signature' });
    expect(
      await responseTo(site, { body, headers: { 'x-shop-signature': headers['x-platform-webhook-signature'] ?? '' } }),
    ).toEqual(accepted);
  });

  test('accepts a token right after it was generated, by any instance', async () => {
    expect(await responseTo(site, tokenDelivery(token.token))).toEqual(unproven);
    await giveToken(site);
    // Within less than the five seconds after which the receiver reloads its rules anyway.
    await eventually(async () => (await responseTo(site, tokenDelivery(token.token))).status === 200, 4000);
    expect(await responseTo(site, tokenDelivery(token.token))).toEqual(accepted);
  });

  test('accepts an invalid second scheme with a valid token and reports it, until that scheme has verified once', async () => {
    await giveToken(site);
    const wrong = standardDelivery('another client secret');
    const both = { body: wrong.body, headers: { ...wrong.headers, ...tokenDelivery(token.token).headers } };
    expect(await responseTo(site, both)).toEqual(accepted);
    expect((await tallies()).get('doubtful:mismatch')?.count).toBe(1);

    expect(await responseTo(site, standardDelivery(clientSecret))).toEqual(accepted);
    expect(await responseTo(site, both)).toEqual(unproven);
    expect(await responseTo(site, tokenDelivery(token.token))).toEqual(accepted);
  });

  test('rejects a delivery older than the tolerance, which is a setting', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 400;
    expect(await responseTo(site, standardDelivery(clientSecret, { timestamp }))).toEqual(unproven);
    await site.admin('PUT', '/commerce-bridge/settings', { webhookTimestampTolerance: 600 });
    expect(await responseTo(site, standardDelivery(clientSecret, { timestamp }))).toEqual(accepted);
  });

  test('accepts it with a valid token and reports it; without one, health reports it from the third within an hour', async () => {
    await giveToken(site);
    const late = (id: string) => standardDelivery(clientSecret, { timestamp: Math.floor(Date.now() / 1000) - 400, id });
    const { body, headers } = late('msg_a');
    expect(await responseTo(site, { body, headers: { ...headers, ...tokenDelivery(token.token).headers } })).toEqual(
      accepted,
    );
    expect((await tallies()).get('doubtful:stale')?.count).toBe(1);

    const refusals = async () => (await check()).filter(({ code }) => code === 'deliveries_refused');
    for (const id of ['msg_b', 'msg_c']) expect(await responseTo(site, late(id))).toEqual(unproven);
    await tallies();
    expect(await refusals()).toEqual([]);
    expect(await responseTo(site, late('msg_d'))).toEqual(unproven);
    await tallies();
    expect(await refusals()).toEqual([{ code: 'deliveries_refused', values: { count: 3, at: expect.any(String) } }]);
  });

  test('acknowledges and counts scopes that it does not handle, and queues nothing', async () => {
    const { total } = await listEvents(site);
    expect(
      await responseTo(site, standardDelivery(clientSecret, { body: deliveryBody({ scope: 'store/order/created' }) })),
    ).toEqual(accepted);
    expect((await listEvents(site)).total).toBe(total);
    expect((await tallies()).get('unhandled:store/order/created')?.count).toBe(1);
  });

  test('acknowledges and counts a proven delivery that does not say what changed, since resending would not help', async () => {
    const body = deliveryBody({ scope: 'store/product/updated', data: { type: 'product', id: 'seven' } });
    expect(await responseTo(site, standardDelivery(clientSecret, { body }))).toEqual(accepted);
    expect((await tallies()).get('unusable:store/product/updated')).toMatchObject({
      count: 1,
      detail: 'its data does not name the product',
    });
    expect((await check()).filter(({ code }) => code === 'deliveries_unusable')).toEqual([
      { code: 'deliveries_unusable', values: { scope: 'store/product/updated', at: expect.any(String) } },
    ]);
  });

  test('fails a proven but unusable delivery, with the promised message', async () => {
    expect(await responseTo(site, standardDelivery(clientSecret, { body: Buffer.from('no json') }))).toEqual(failed);
    const { body, headers } = standardDelivery(clientSecret, { body: Buffer.from('{"data":{"id":5}}') });
    expect(await responseTo(site, { body, headers: { ...headers, 'x-request-id': 'one-of-ours' } })).toEqual(failed);
    const counted = await tallies();
    expect(counted.get('failed:Undefined index: scope')?.count).toBe(1);
    expect(counted.get('failed:Failed to queue webhook event')?.count).toBe(1);
    expect(lines.find((line) => line.includes('one-of-ours'))).toContain('Undefined index: scope');
  });

  test('fails a delivery that the database rejects, and accepts the next', async () => {
    const database = site.strapi.db.connection;
    await database.schema.renameTable('commerce_bridge_events', 'gone_for_a_moment');
    expect(await responseTo(site, standardDelivery(clientSecret))).toEqual(failed);
    await database.schema.renameTable('gone_for_a_moment', 'commerce_bridge_events');
    expect(await responseTo(site, standardDelivery(clientSecret))).toEqual(accepted);
    expect((await tallies()).get('failed:Failed to queue webhook event')?.count).toBe(1);
  });

  test('counts a repeated delivery once', async () => {
    const delivery = standardDelivery(clientSecret, {
      body: deliveryBody({ data: { type: 'product', id: 4711 } }),
      id: 'msg_4711',
    });
    for (let copy = 0; copy < 3; copy += 1) expect(await responseTo(site, delivery)).toEqual(accepted);
    const { events } = await listEvents(site, '&entity_id=4711');
    expect(events).toMatchObject([{ deliveries: 1 }]);
    expect((await tallies()).get('duplicate')?.count).toBe(2);
  });

  test('counts two identical edits with different ids as two', async () => {
    await claimElsewhere(site, { entity: 'product', entityId: 4712 });
    const body = deliveryBody({ data: { type: 'product', id: 4712 } });
    for (const id of ['msg_1', 'msg_2'])
      expect(await responseTo(site, standardDelivery(clientSecret, { body, id }))).toEqual(accepted);
    const { events } = await listEvents(site, '&entity_id=4712');
    expect(events).toMatchObject([{ status: 'pending', deliveries: 2 }, { id: expect.anything() }]);
  });

  test('counts identical deliveries without an id as one while the first waits', async () => {
    const { secret } = await generate();
    await claimElsewhere(site, { entity: 'product', entityId: 4713 });
    const delivery = signedDelivery(secret, deliveryBody({ data: { type: 'product', id: 4713 } }));
    for (let copy = 0; copy < 2; copy += 1) expect(await responseTo(site, delivery)).toEqual(accepted);
    const { events } = await listEvents(site, '&entity_id=4713');
    expect(events).toMatchObject([{ status: 'pending' }, { id: expect.anything() }]);
    expect((await tallies()).get('duplicate')?.count).toBe(1);
  });

  test('writes no secret to the log, no matter what it receives', async () => {
    const { secret } = await generate();
    await giveToken(site);
    const wrong = standardDelivery('another client secret');
    const said = lines.length;
    await responseTo(site, signedDelivery(secret, randomBytes(100)));
    await responseTo(site, tampered(signedDelivery(secret)));
    await responseTo(site, { body: wrong.body, headers: { ...wrong.headers, ...tokenDelivery(token.token).headers } });
    await responseTo(site, standardDelivery(clientSecret, { body: Buffer.from('no json') }));
    await tallies();
    expect(lines.length).toBeGreaterThanOrEqual(said + 3);
    const written = lines.join('\n');
    for (const text of [secret, clientSecret, token.token, token.digest]) expect(written).not.toContain(text);
    expect(containerOf(site.strapi).settings.snapshot().secrets.clientSecret).toMatchObject({ kind: 'set' });
  });
});
