import { setTimeout as pause } from 'node:timers/promises';
import { covers, type WebhookEvent } from '../../simulator/src/hooks/events';
import { hashOf, signDelivery, writeBody } from '../../simulator/src/hooks/signature';
import type { Simulator } from '../../simulator/src/server';
import type { Callers } from './requests';

const again = 1000;
// Longer than any trouble lasts.
const patience = 120_000;
const receiver = '/api/commerce-bridge/v1/webhook';

/**
 * Delivers a store's events as the store does, signed and with the headers that the site registered, except that an
 * unacknowledged delivery is retried after a second instead of a minute.
 */
export class Deliveries {
  acknowledged = 0;
  private serial = 0;
  private readonly abandoned = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly simulator: Simulator,
    private readonly callers: Callers,
  ) {}

  /** Waits up to two minutes, abandons the remaining deliveries, and resolves to their number. */
  async untilAcknowledged(): Promise<number> {
    const all = async () => {
      while (this.underWay.size > 0) await Promise.all(this.underWay);
    };
    await Promise.race([all(), pause(patience, undefined, { ref: false })]);
    const left = this.underWay.size;
    this.abandoned.abort();
    return left;
  }

  /**
   * Resolves to the time of the acknowledgement; null if no webhook is registered for the event, or it was abandoned.
   */
  async deliver(event: WebhookEvent): Promise<number | null> {
    const hook = this.simulator.webhooks.registry.all().find(({ scope }) => covers(scope, event.scope));
    if (hook === undefined) return null;
    const sending = this.sendUntilAcknowledged(event, hook.headers ?? {});
    const tracked: Promise<void> = sending.then(() => void this.underWay.delete(tracked));
    this.underWay.add(tracked);
    return sending;
  }

  private async sendUntilAcknowledged(event: WebhookEvent, registered: Record<string, string>): Promise<number | null> {
    const { account, store } = this.simulator;
    const hash = hashOf(event, this.serial++);
    const createdAt = Math.floor(Date.now() / 1000);
    const identity = { storeHash: account.storeHash, storeId: store.information.store_id, hash, createdAt };
    const body = writeBody({ ...identity, ...event });
    while (!this.abandoned.signal.aborted) {
      const timestamp = Math.floor(Date.now() / 1000);
      const { headers } = signDelivery({ body, id: hash, timestamp, clientSecret: account.clientSecret, registered });
      const { status } = await this.callers.call({ method: 'POST', path: receiver, expected: [200], headers, body });
      if (status === 200) {
        this.acknowledged += 1;
        return Date.now();
      }
      await pause(again);
    }
    return null;
  }
}
