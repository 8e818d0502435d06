import { momentWords } from '../../lib/moment-words';
import type { Tally, TallyStore } from '../../webhooks/delivery-tallies';
import type { HealthCheck, HealthFinding } from '../health-check';

/** No delivery since the check before had a signature that should have been right, and none failed to be taken (decisions 4). */
export function createDeliveriesCheck({ tallies }: { tallies: Pick<TallyStore, 'read'> }): HealthCheck {
  return {
    subject: 'The webhook deliveries',
    async run({ previousAt }) {
      const recent = (await tallies.read()).filter(({ lastAt }) => previousAt === null || lastAt >= previousAt);
      return recent.flatMap((tally) => wordsFor(tally) ?? []);
    },
  };
}

function wordsFor({ name, lastAt, detail }: Tally): HealthFinding | null {
  const at = momentWords(lastAt);
  const values = { at: lastAt.toISOString() };
  switch (name) {
    case 'doubtful:mismatch':
      return { code: 'deliveries_mismatch', values, text: `Webhook deliveries carried our header token and a wrong signature, last on ${at}. They were accepted. The client secret may be that of another API account: check it under Settings → Commerce Bridge → Connection.` };
    case 'doubtful:stale':
      return { code: 'deliveries_stale', values, text: `Webhook deliveries carried our header token and a signature whose time is too far from this server's clock, last on ${at}. They were accepted. Check the clock, or allow more under webhookTimestampTolerance.` };
    default: {
      // Rejected ones are no error of ours: anybody can send a forgery.
      if (!name.startsWith('failed:')) return null;
      const reason = `${name.slice('failed:'.length)}${detail === null ? '' : ` (${detail})`}`;
      return { code: 'deliveries_failed', values: { ...values, reason }, text: `Webhook deliveries could not be taken, last on ${at}: ${reason}. Upstream sends them again for up to 48 hours.` };
    }
  }
}
