import type { EventAdmin, EventBacklog } from '../../webhooks/event-queue';
import type { HealthCheck, HealthFinding } from '../health-check';

export interface FailedEventsCheckOptions {
  backlog: Pick<EventBacklog, 'droppedSince'>;
  events: Pick<EventAdmin, 'counts'>;
  /** Start of the last run that compared everything, which made up for the events before it; null before the first. */
  comparedAt: () => Promise<Date | null>;
}

/** Checks that no change is missing here because its event failed, whether permanently or until a retry. */
export function createDroppedEventsCheck({ backlog, events, comparedAt }: FailedEventsCheckOptions): HealthCheck {
  async function dropped(): Promise<HealthFinding[]> {
    const count = await backlog.droppedSince((await comparedAt()) ?? new Date(0));
    if (count === 0) return [];
    return [
      {
        code: 'events_dropped',
        values: { count },
        text: `${count} webhook ${count === 1 ? 'event' : 'events'} failed permanently after the last retry. See the reason and retry under Commerce Bridge → Events, or start a full sync.`,
      },
    ];
  }

  async function retrying(): Promise<HealthFinding[]> {
    const { failed: count } = await events.counts();
    if (count === 0) return [];
    return [
      {
        code: 'events_retrying',
        values: { count },
        text: `${count} webhook ${count === 1 ? 'event' : 'events'} failed and will be retried. See the reason under Commerce Bridge → Events.`,
      },
    ];
  }

  return {
    subject: 'failed_events',
    about: 'webhooks',
    run: async () => [...(await dropped()), ...(await retrying())],
  };
}
