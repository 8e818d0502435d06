import type { HealthCause } from '../../../../contracts/admin/health';
import { minutes } from '../../lib/durations';
import { momentWords } from '../../lib/moment-words';
import type { LateDeliveries, Tally, TallyStore } from '../../webhooks/delivery-tallies';
import { notJson, undefinedScope } from '../../webhooks/delivery-payload';
import type { HealthCheck, HealthFinding } from '../health-check';

export interface DeliveriesCheckOptions {
  tallies: Pick<TallyStore, 'read' | 'lateSince'>;
  /**
   * Start of the last run that compared everything, which made up for the deliveries before it; null before the first.
   */
  comparedAt: () => Promise<Date | null>;
  /** Identifies the rules in force: deliveries that were doubtful under other rules no longer count. */
  fingerprint: () => Promise<string>;
}

/**
 * Checks that no delivery since the previous check had a signature that unexpectedly failed verification, and that
 * since everything was last compared, every delivery was recorded and identified what changed (behavior 4.15, 11.3).
 */
export function createDeliveriesCheck({ tallies, ...options }: DeliveriesCheckOptions): HealthCheck {
  return {
    subject: 'deliveries',
    about: 'webhooks',
    async run({ previousAt }) {
      const counted = await tallies.read();
      const acceptedAt = counted.find(({ name }) => name === 'accepted')?.lastAt ?? null;
      const rules = { comparedAt: await options.comparedAt(), fingerprint: await options.fingerprint() };
      const standing = counted.filter((tally) => isStanding(tally, { ...rules, acceptedAt, previousAt }));
      const rejected = await tallies.lateSince(new Date((previousAt?.getTime() ?? 0) - window));
      const last = rejected.at(-1)?.minute;
      const late = last !== undefined && isOver(new Date(last.getTime() + minutes(1)), acceptedAt) ? [] : rejected;
      return [...standing.flatMap((tally) => wordsFor(tally) ?? []), ...refusedWords(late, previousAt)];
    },
  };
}

// Deliveries alternate between instances: a wrong clock on one must not seem right because another accepted the next.
const calm = minutes(10);

/** Whether a delivery was accepted long enough after the last doubtful or late one: the cause is gone. */
function isOver(moment: Date, acceptedAt: Date | null): boolean {
  return acceptedAt !== null && acceptedAt.getTime() - moment.getTime() >= calm;
}

interface Settled {
  comparedAt: Date | null;
  acceptedAt: Date | null;
  fingerprint: string;
  previousAt: Date | null;
}

function isStanding({ name, lastAt, detail }: Tally, settled: Settled): boolean {
  const { comparedAt, acceptedAt, fingerprint, previousAt } = settled;
  const isAfter = (moment: Date | null) => moment === null || lastAt >= moment;
  // Upstream does not resend these deliveries: only comparing everything finds the changes that they reported.
  if (name.startsWith('unusable:')) return isAfter(comparedAt);
  if (name.startsWith('failed:')) return isAfter(comparedAt) && isAfter(previousAt);
  if (!name.startsWith('doubtful:')) return isAfter(previousAt);
  return isAfter(previousAt) && (detail === null || detail === fingerprint) && !isOver(lastAt, acceptedAt);
}

const window = minutes(60);
// An eavesdropper may replay one or two; this many within an hour come from upstream itself.
const fewestRefused = 3;

/** Reports the hour since the previous check in which the most deliveries were rejected. */
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
  const text = `${count} webhook deliveries with a valid signature were rejected within an hour, most recently on ${momentWords(at)}, because their timestamps were too far from this server's clock. They are not forged. Correct the clock, or increase webhookTimestampTolerance. Registering the webhooks again also helps: they then carry a header token, and such deliveries are accepted.`;
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
        text: `Webhook deliveries had a valid header token but an invalid signature, most recently on ${at}. They were accepted. The client secret may belong to a different API account: check it under Settings → Commerce Bridge → Connection.`,
      };
    case 'doubtful:stale':
      return {
        code: 'deliveries_stale',
        values,
        text: `Webhook deliveries had a valid header token and signature, but their timestamps were too far from this server's clock, most recently on ${at}. They were accepted. Check the clock, or increase webhookTimestampTolerance.`,
      };
    default: {
      if (name.startsWith('unusable:')) {
        const scope = name.slice('unusable:'.length);
        const text = `Webhook deliveries for ${scope} didn't say what changed, most recently on ${at}${detail === null ? '' : `: ${detail}`}. They were acknowledged, but nothing could be fetched. The next full sync or full check will import those changes.`;
        return { code: 'deliveries_unusable', values: { ...values, scope }, text };
      }
      // Rejected deliveries are not our error: anyone can send a forgery.
      if (!name.startsWith('failed:')) return null;
      const message = name.slice('failed:'.length);
      const reason = `${message}${detail === null ? '' : ` (${detail})`}`;
      return {
        code: 'deliveries_failed',
        values: { ...values, reason },
        causes: [causeOf(message, detail)],
        text: `Webhook deliveries couldn't be processed, most recently on ${at}: ${reason}. BigCommerce keeps resending them for up to 48 hours.`,
      };
    }
  }
}

function causeOf(message: string, detail: string | null): HealthCause {
  if (message === undefinedScope) return { code: 'delivery_without_scope', values: {} };
  if (detail === notJson) return { code: 'delivery_not_json', values: {} };
  return { code: 'delivery_not_stored', values: { detail: detail ?? message } };
}
