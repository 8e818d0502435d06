import type { Clock } from '../lib/clock';
import { describeError } from '../lib/errors';
import type { GroupCommit } from '../lib/group-commit';
import type { DeliveryRules, DeliveryRulesSource } from './delivery-rules';
import { failedToQueue, readPayload } from './delivery-payload';
import type { DeliveryTallies, LastDelivery } from './delivery-tallies';
import type { AddOutcome, NewEvent } from './event-queue';
import type { MarketDelivery } from './knex-market-events';
import type { MetafieldChange } from './market-scopes';
import { verifyDelivery, type DeliveryHeaders, type Verification } from './signatures';

export interface Delivery {
  headers: DeliveryHeaders;
  /** The raw body, before any parsing. */
  body: Buffer;
  /** Shared by the response and the log. */
  requestId: string;
}

/**
 * `accepted`: it is stored durably, or requires no action; `unproven`: the sender is unknown; `failed`: it is proven
 * but cannot be used or stored, so upstream should try again.
 */
export type Reception = 'accepted' | 'unproven' | 'failed';

/** Accepts deliveries: verifies, parses, queues. Never processes one (behavior 4.7), never throws. */
export interface DeliveryReceiver {
  receive(delivery: Delivery): Promise<Reception>;
}

export function createDeliveryReceiver(options: {
  rules: DeliveryRulesSource;
  queue: GroupCommit<NewEvent, AddOutcome>;
  /** Resolves once the changes are stored durably; a site without further markets stores none. */
  noteMarketChanges: (delivery: MarketDelivery) => Promise<void>;
  /** The same for a product's metafield. */
  noteMetafield: (change: MetafieldChange) => Promise<void>;
  tallies: Pick<DeliveryTallies, 'count'>;
  clock: Clock;
  /** Wakes the worker. */
  onQueued: () => void;
}): DeliveryReceiver {
  const { queue, tallies, clock, onQueued } = options;

  function fail(message: string, last: LastDelivery): Reception {
    tallies.count('failed', message, last);
    return 'failed';
  }

  async function store(event: NewEvent): Promise<Reception> {
    const outcome = await queue.add(event);
    tallies.count(outcome === 'queued' ? 'accepted' : 'duplicate');
    if (outcome === 'queued') onQueued();
    return 'accepted';
  }

  async function take(delivery: Delivery, receivedAt: Date): Promise<Reception> {
    const { requestId } = delivery;
    const verification = await verify(delivery, { rules: options.rules, now: receivedAt });
    const { standard } = verification;
    if (verification.kind === 'rejected') {
      tallies.count('rejected', verification.reason, { requestId });
      return 'unproven';
    }
    if (verification.scheme === 'header-token' && (standard === 'stale' || standard === 'mismatch'))
      tallies.count('doubtful', standard, { requestId, detail: (await options.rules.current()).fingerprint });

    const payload = readPayload({ body: delivery.body, messageId: messageIdOf(delivery) });
    if (payload.kind === 'event') return store(payload.event);
    if (payload.kind === 'market') {
      await options.noteMarketChanges(payload);
      tallies.count('accepted');
      return 'accepted';
    }
    if (payload.kind === 'metafield') {
      if (payload.change) await options.noteMetafield(payload.change);
      tallies.count('accepted');
      return 'accepted';
    }
    if (payload.kind === 'failed') return fail(payload.message, { requestId, detail: payload.detail });
    const detail = payload.kind === 'unusable' ? payload.detail : undefined;
    tallies.count(payload.kind, payload.scope, { requestId, detail });
    return 'accepted';
  }

  return {
    async receive(delivery) {
      try {
        return await take(delivery, clock.now());
      } catch (error) {
        return fail(failedToQueue, { requestId: delivery.requestId, detail: describeError(error) });
      }
    },
  };
}

async function verify(
  delivery: Delivery,
  { rules, now }: { rules: DeliveryRulesSource; now: Date },
): Promise<Verification> {
  const current = await rules.current();
  const verified = await verifyBy(current, { delivery, rules, now });
  if (verified.kind === 'verified') return verified;
  // A secret may have been replaced on another instance a moment ago.
  const newer = await rules.newerThan(current);
  return newer === null ? verified : verifyBy(newer, { delivery, rules, now });
}

async function verifyBy(
  { secrets, signatureHeader, tolerance }: DeliveryRules,
  { delivery, rules, now }: { delivery: Delivery; rules: DeliveryRulesSource; now: Date },
): Promise<Verification> {
  const verification = verifyDelivery({ ...delivery, secrets, signatureHeader, tolerance, now });
  if (verification.standard === 'verified') await rules.noteProven({ secrets });
  return verification;
}

function messageIdOf({ headers }: Delivery): string | null {
  const id = headers['webhook-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}
