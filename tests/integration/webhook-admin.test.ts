import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventList } from '../../contracts/admin/events';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { deliver, deliveryBody, signedDelivery, webhookSecret } from '../support/shops/deliveries';
import { listEvents, processedEvents } from '../support/shops/events';

describe('events in the admin API', () => {
  let site: BootedSite;

  beforeAll(async () => {
    // Without credentials every event fails permanently at once.
    site = await bootSite({
      environment: { COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret, COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '3600' },
    });
    for (const id of [1, 2, 3]) await deliverFor(id);
    await processedEvents(site);
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  const deliverFor = (id: number) =>
    deliver(site, signedDelivery(webhookSecret, deliveryBody({ data: { type: 'product', id } })));
  const asked = (method: string, path: string) => site.admin(method, `/commerce-bridge${path}`);

  test('are listed newest first, by page, status, and entity', async () => {
    const { body } = await asked('GET', '/events?pageSize=2&status=failed');
    const { events, ...rest } = eventList.parse(body);
    expect(rest).toEqual({ total: 3, page: 1, pages: 2 });
    expect(events.map(({ entity_id: id }) => id)).toEqual([3, 2]);
    expect(events[0]).toMatchObject({
      scope: 'store/product/updated',
      attempt: 0,
      lastError: expect.stringContaining('Enter the store hash'),
    });
    expect((await listEvents(site, '&entity_id=2')).total).toBe(1);
    expect((await listEvents(site, '&status=dropped')).total).toBe(0);
  });

  test.each(['/events?status=lost', '/events?page=0', '/events?pageSize=101', '/events?entity_id=x'])(
    'are not listed for GET %s, with the reason',
    async (path) => {
      expect(await asked('GET', path)).toMatchObject({ status: 400, body: { error: { name: 'ValidationError' } } });
    },
  );

  test('can be retried, with a fresh set of retries', async () => {
    const [event] = (await listEvents(site, '&entity_id=1')).events;
    expect(await asked('POST', `/events/${event?.id}/retry`)).toMatchObject({
      status: 200,
      body: { event: { id: event?.id, status: 'pending', attempt: 0 } },
    });
    await processedEvents(site);
    expect((await listEvents(site, '&entity_id=1')).events).toMatchObject([
      { id: event?.id, status: 'failed', attempt: 0 },
    ]);
  });

  test('can be discarded', async () => {
    await deliverFor(4);
    await processedEvents(site);
    const [event] = (await listEvents(site, '&entity_id=4')).events;
    expect(await asked('DELETE', `/events/${event?.id}`)).toMatchObject({ status: 204 });
    expect((await listEvents(site, '&entity_id=4')).total).toBe(0);
    expect(await asked('DELETE', `/events/${event?.id}`)).toMatchObject({
      status: 404,
      body: { error: { name: 'NotFoundError' } },
    });
  });

  test('that do not exist are a 404, and an invalid id is rejected', async () => {
    expect(await asked('POST', '/events/4000000/retry')).toMatchObject({ status: 404 });
    for (const id of ['x', '-1', '1.5', '1%27', '9'.repeat(30)]) {
      expect(await asked('POST', `/events/${id}/retry`)).toMatchObject({ status: 400 });
    }
  });

  test('do not let a generated secret replace one from the environment', async () => {
    const { status, body } = await asked('POST', '/webhooks/secret');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('COMMERCE_BRIDGE_WEBHOOK_SECRET');
  });
});

test('no secret is generated if it could not be stored', async () => {
  const site = await bootSite({ encryptionKey: false });
  const { status, body } = await site.admin('POST', '/commerce-bridge/webhooks/secret');
  await site.stop();
  removeSite(site);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('encryptionKey');
});
