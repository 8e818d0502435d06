import { onTestFinished } from 'vitest';
import { type EventList, eventList, type QueuedEvent } from '../../../contracts/admin/events';
import { tables } from '../../../server/src/database/tables';
import { entityKeyOf } from '../../../server/src/webhooks/knex-event-rows';
import type { BootedSite } from '../sites/boot-site';
import { eventually } from '../time/eventually';

type Asked = Pick<BootedSite, 'admin'>;

/** The queue as returned by the admin API. */
export async function listEvents(site: Asked, query = ''): Promise<EventList> {
  const { status, body } = await site.admin('GET', `/commerce-bridge/events?pageSize=100${query}`);
  if (status !== 200) throw new Error(`listing events returned ${status}: ${JSON.stringify(body)}`);
  return eventList.parse(body);
}

/**
 * Waits until nothing is pending, and returns the events, newest first. A site in this process is not polled through
 * its API, see `finishedRun`.
 */
export async function processedEvents(site: Asked & Partial<Pick<BootedSite, 'strapi'>>): Promise<QueuedEvent[]> {
  if (site.strapi) {
    const { connection } = site.strapi.db;
    await eventually(
      async () => (await connection(tables.events).where({ status: 'pending' }).first('id')) === undefined,
    );
  }
  return eventually(async () => {
    const { total } = await listEvents(site, '&status=pending');
    return total === 0 && (await listEvents(site)).events;
  });
}

/** Lets another instance process an event for this product until the test ends; later events for it wait. */
export async function claimElsewhere(
  { strapi }: Pick<BootedSite, 'strapi'>,
  product: { entity: 'product'; entityId: number },
): Promise<void> {
  const events = () => strapi.db.connection(tables.events);
  const [now, key, holder] = [Date.now(), entityKeyOf(product), 'another instance'];
  onTestFinished(async () => void (await events().where({ claim_id: holder }).delete()));
  await events().insert({
    scope: 'store/product/updated',
    entity: product.entity,
    entity_id: product.entityId,
    entity_key: key,
    working_key: key,
    claim_id: holder,
    status: 'pending',
    claims: 1,
    deliveries: 1,
    received_at: now,
    last_received_at: now,
    due_at: now + 20_000,
  });
}
