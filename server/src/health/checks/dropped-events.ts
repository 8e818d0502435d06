import type { EventBacklog } from '../../webhooks/event-queue';
import type { HealthCheck } from '../health-check';

/** Checks that no event has failed permanently since the previous check; the first check counts all that are stored. */
export function createDroppedEventsCheck({ backlog }: { backlog: Pick<EventBacklog, 'droppedSince'> }): HealthCheck {
  return {
    subject: 'The failed webhook events',
    async run({ previousAt }) {
      const dropped = await backlog.droppedSince(previousAt ?? new Date(0));
      if (dropped === 0) return [];
      return [
        {
          code: 'events_dropped',
          values: { count: dropped },
          text: `${dropped} webhook ${dropped === 1 ? 'event' : 'events'} failed permanently after the last retry${previousAt ? ' since the last check' : ''}. See the reason and retry under Commerce Bridge → Events, or start a sync.`,
        },
      ];
    },
  };
}
