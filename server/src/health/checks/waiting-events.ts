import { minutes } from '../../lib/durations';
import type { EventBacklog } from '../../webhooks/event-queue';
import type { HealthCheck } from '../health-check';

// How long an event may wait before the site counts as unhealthy (behavior 4.15).
const longestWait = minutes(15);

/** Checks that no event has been due, and unprocessed, for longer than 15 minutes. */
export function createWaitingEventsCheck({ backlog }: { backlog: Pick<EventBacklog, 'oldestDue'> }): HealthCheck {
  return {
    subject: 'queued_events',
    about: 'webhooks',
    async run() {
      const waited = (await backlog.oldestDue())?.since ?? 0;
      if (waited <= longestWait) return [];
      const count = Math.floor(waited / minutes(1));
      return [
        {
          code: 'events_waiting',
          values: { count },
          text: `Webhook events have been queued for ${count} minutes. The site isn't processing events, or can't keep up. Check the server log and Commerce Bridge → Events.`,
        },
      ];
    },
  };
}
