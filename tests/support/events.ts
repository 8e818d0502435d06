import { type EventList, eventList, type QueuedEvent } from '../../contracts/admin/events';
import type { BootedSite } from './boot-site';
import { eventually } from './eventually';

type Asked = Pick<BootedSite, 'admin'>;

/** The queue as the admin API shows it. */
export async function listEvents(site: Asked, query = ''): Promise<EventList> {
  const { status, body } = await site.admin('GET', `/commerce-bridge/events?pageSize=100${query}`);
  if (status !== 200) throw new Error(`listing events returned ${status}: ${JSON.stringify(body)}`);
  return eventList.parse(body);
}

/** Waits until nothing is pending, and returns the events, newest first. */
export async function processedEvents(site: Asked): Promise<QueuedEvent[]> {
  return eventually(async () => {
    const { total } = await listEvents(site, '&status=pending');
    return total === 0 && (await listEvents(site)).events;
  });
}
