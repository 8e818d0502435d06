import { minutes } from '../../lib/durations';
import { momentWords } from '../../lib/moment-words';
import type { LateDeliveries, Tally, TallyStore } from '../../webhooks/delivery-tallies';
import type { HealthCheck, HealthFinding } from '../health-check';

/** No delivery since the check before had a signature that should have been right, and none failed to be taken (behavior 4.15, 11.3). */
export function createDeliveriesCheck({ tallies }: { tallies: Pick<TallyStore, 'read' | 'lateSince'> }): HealthCheck {
  return {
    subject: 'The webhook deliveries',
    async run({ previousAt }) {
      const recent = (await tallies.read()).filter(({ lastAt }) => previousAt === null || lastAt >= previousAt);
      const late = await tallies.lateSince(new Date((previousAt?.getTime() ?? 0) - window));
      return [...recent.flatMap((tally) => wordsFor(tally) ?? []), ...refusedWords(late, previousAt)];
    },
  };
}

const window = minutes(60);
// One or two may be replays of somebody who listened; so many within an hour are upstream's own.
const fewestRefused = 3;

/** Of the hour since the check before in which the most were refused. */
function refusedWords(late: readonly LateDeliveries[], previousAt: Date | null): HealthFinding[] {
  const hours = late
    .filter(({ minute }) => previousAt === null || minute.getTime() + minutes(1) > previousAt.getTime())
    .map(({ minute: end }) => {
      const within = late.filter(({ minute }) => minute <= end && end.getTime() - minute.getTime() < window);
      return { at: end, count: within.reduce((sum, { count }) => sum + count, 0) };
    });
  const count = Math.max(0, ...hours.map((hour) => hour.count));
  const at = hours.filter((hour) => hour.count === count).at(-1)?.at;
  if (count < fewestRefused || at === undefined) return [];
  const text = `${count} webhook deliveries with a right signature were refused within an hour, last on ${momentWords(at)}: their time is too far from this server's clock. They are no forgeries. Correct the clock, or allow more under webhookTimestampTolerance; registered again, webhooks carry a header token with which such deliveries are accepted.`;
  return [{ code: 'deliveries_refused', values: { count, at: at.toISOString() }, text }];
}

function wordsFor({ name, lastAt, detail }: Tally): HealthFinding | null {
  const at = momentWords(lastAt);
  const values = { at: lastAt.toISOString() };
  switch (name) {
    case 'doubtful:mismatch':
      return {
        code: 'deliveries_mismatch',
        values,
        text: `Webhook deliveries carried our header token and a wrong signature, last on ${at}. They were accepted. The client secret may be that of another API account: check it under Settings → Commerce Bridge → Connection.`,
      };
    case 'doubtful:stale':
      return {
        code: 'deliveries_stale',
        values,
        text: `Webhook deliveries carried our header token and a right signature whose time is too far from this server's clock, last on ${at}. They were accepted. Check the clock, or allow more under webhookTimestampTolerance.`,
      };
    default: {
      if (name.startsWith('unusable:')) {
        const scope = name.slice('unusable:'.length);
        const text = `Webhook deliveries of ${scope} did not say what changed, last on ${at}${detail === null ? '' : `: ${detail}`}. They were acknowledged, and nothing could be fetched for them; the next synchronization brings what they meant.`;
        return { code: 'deliveries_unusable', values: { ...values, scope }, text };
      }
      // Rejected ones are no error of ours: anybody can send a forgery.
      if (!name.startsWith('failed:')) return null;
      const reason = `${name.slice('failed:'.length)}${detail === null ? '' : ` (${detail})`}`;
      return {
        code: 'deliveries_failed',
        values: { ...values, reason },
        text: `Webhook deliveries could not be taken, last on ${at}: ${reason}. Upstream sends them again for up to 48 hours.`,
      };
    }
  }
}
