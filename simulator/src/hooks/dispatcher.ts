import type { Account } from '../account';
import type { Dice } from '../catalog/dice';
import { unixSeconds, type Clock } from '../clock';
import type { Domains } from './domains';
import { covers, type WebhookEvent } from './events';
import type { Hook, HookRegistry } from './registry';
import type { Outcome, Sender } from './sender';
import { hashOf, signDelivery, writeBody } from './signature';

/** Delays in seconds before each retry (upstream 4.5). */
export const RETRY_DELAYS = [60, 180, 300, 600, 900, 1800, 3600, 7200, 21_600, 50_400, 86_400] as const;
const SECOND = 1000;
/** How long held-back deliveries wait for more, in milliseconds. */
const LONGEST_HOLD = 50;

/** What goes wrong in transit, on demand. Shares are 0 to 1 and drawn deterministically. */
export interface Disturbances {
  /** Share of deliveries that arrive twice, with the same hash. */
  duplicate: number;
  /** Share of deliveries that never arrive. */
  lose: number;
  /** How many deliveries are held back, to be sent in any order. */
  reorder: number;
  /** Milliseconds in transit, drawn between the two. */
  delay: { from: number; to: number };
}

/** One attempt, as stored in the delivery log. */
export interface Attempt {
  readonly number: number;
  readonly hookId: number;
  readonly scope: string;
  readonly hash: string;
  readonly attempt: number;
  readonly outcome: Outcome | 'lost' | 'blocked';
  /** Milliseconds of the simulator's clock. */
  readonly at: number;
}

interface Delivery {
  readonly hookId: number;
  readonly hash: string;
  readonly scope: string;
  readonly body: string;
  readonly timestamp: number;
}

export interface DispatcherParts {
  readonly registry: HookRegistry;
  readonly domains: Domains;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly account: Account;
  readonly storeId: () => number;
  /** Whether each attempt is signed with its own time; upstream's behavior is unknown (upstream 4.4). */
  readonly refreshTimestamps: boolean;
  readonly logCapacity: number;
}

/**
 * Delivers events to hooks: at least once, in any order, with upstream's retries and deactivation (upstream 4.3, 4.5).
 */
export class Dispatcher {
  disturbances: Disturbances = { duplicate: 0, lose: 0, reorder: 0, delay: { from: 0, to: 0 } };
  private readonly attempts: Attempt[] = [];
  private heldBack: Delivery[] = [];
  private paused: Delivery[] | undefined;
  private waiters: (() => void)[] = [];
  private serial = 0;
  private draws = 0;
  private attemptCount = 0;
  private pending = 0;
  private closed = false;

  constructor(private readonly parts: DispatcherParts) {}

  /** Queues the event for every active hook whose scope covers it; returns its hash. */
  emit(event: WebhookEvent): string {
    const createdAt = unixSeconds(this.parts.clock);
    const hash = hashOf(event, this.serial++);
    const { storeHash } = this.parts.account;
    const body = writeBody({
      storeHash,
      storeId: this.parts.storeId(),
      hash,
      createdAt,
      scope: event.printed ?? event.scope,
      data: event.data,
    });
    for (const hook of this.parts.registry.all()) {
      if (!hook.is_active || !covers(hook.scope, event.scope)) continue;
      this.parts.registry.noteEvent(hook.id);
      this.depart({ hookId: hook.id, hash, scope: event.scope, body, timestamp: createdAt });
    }
    return hash;
  }

  /** The last attempts, oldest first. */
  log(): readonly Attempt[] {
    return this.attempts;
  }

  /** Holds all new deliveries back until `resume`. */
  pause(): void {
    this.paused ??= [];
  }

  resume(): void {
    const held = this.paused ?? [];
    this.paused = undefined;
    for (const delivery of held) this.travel(delivery);
  }

  /** Resolves when nothing is in transit. Retries that are not due do not count. */
  async idle(): Promise<void> {
    this.flush();
    while (this.pending > 0) {
      await new Promise<void>((resolve) => {
        this.waiters.push(resolve);
      });
      this.flush();
    }
  }

  close(): void {
    this.closed = true;
    this.parts.sender.close();
  }

  private depart(delivery: Delivery): void {
    if (this.happens(this.disturbances.lose)) {
      this.record(delivery, 1, 'lost');
      return;
    }
    const copies = this.happens(this.disturbances.duplicate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (this.paused) this.paused.push(delivery);
      else this.travel(delivery);
    }
  }

  private travel(delivery: Delivery): void {
    this.pending += 1;
    if (this.disturbances.reorder === 0) {
      this.start(delivery);
      return;
    }
    this.heldBack.push(delivery);
    if (this.heldBack.length > this.disturbances.reorder) this.release();
    else if (this.heldBack.length === 1) this.parts.clock.schedule(LONGEST_HOLD, () => this.flush());
  }

  private flush(): void {
    while (this.heldBack.length > 0) this.release();
  }

  private release(): void {
    const [delivery] = this.heldBack.splice(this.draw() % this.heldBack.length, 1);
    if (delivery) this.start(delivery);
  }

  private start(delivery: Delivery): void {
    const { from, to } = this.disturbances.delay;
    const delay = from + (to > from ? this.draw() % (to - from + 1) : 0);
    if (delay === 0) void this.attempt(delivery, 1);
    else this.parts.clock.schedule(delay, () => void this.attempt(delivery, 1));
  }

  /** The first attempt counts as in transit until it ends; retries do not. */
  private async attempt(delivery: Delivery, number: number): Promise<void> {
    await this.tryOnce(delivery, number);
    if (number > 1) return;
    this.pending -= 1;
    if (this.pending > 0 && this.heldBack.length === 0) return;
    const waiters = this.waiters;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }

  private async tryOnce(delivery: Delivery, number: number): Promise<void> {
    const hook = this.parts.registry.find(delivery.hookId);
    if (this.closed || !hook?.is_active) return;
    const domain = new URL(hook.destination).host;
    const blockedFor = this.parts.domains.blockedFor(domain);
    if (blockedFor > 0) {
      // The delivery moves to the retry queue; waiting for a block to end uses up none of its retries.
      this.record(delivery, number, 'blocked');
      this.parts.clock.schedule(blockedFor, () => void this.tryOnce(delivery, number));
      return;
    }
    const outcome = await this.parts.sender.send(hook.destination, this.sign(delivery, hook));
    if (this.closed) return;
    const succeeded = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
    this.record(delivery, number, outcome);
    this.parts.domains.note(domain, succeeded);
    if (!succeeded) this.scheduleRetry(delivery, number);
  }

  private scheduleRetry(delivery: Delivery, number: number): void {
    const delay = RETRY_DELAYS[number - 1];
    if (delay === undefined) {
      this.parts.registry.deactivate(delivery.hookId);
      return;
    }
    this.parts.clock.schedule(delay * SECOND, () => void this.attempt(delivery, number + 1));
  }

  private sign(delivery: Delivery, hook: Hook): ReturnType<typeof signDelivery> {
    return signDelivery({
      body: delivery.body,
      id: delivery.hash,
      timestamp: this.parts.refreshTimestamps ? unixSeconds(this.parts.clock) : delivery.timestamp,
      clientSecret: this.parts.account.clientSecret,
      registered: hook.headers ?? {},
    });
  }

  private record(delivery: Delivery, attempt: number, outcome: Attempt['outcome']): void {
    const { hookId, scope, hash } = delivery;
    this.attempts.push({
      number: ++this.attemptCount,
      hookId,
      scope,
      hash,
      attempt,
      outcome,
      at: this.parts.clock.now(),
    });
    if (this.attempts.length > this.parts.logCapacity) this.attempts.shift();
  }

  private happens(share: number): boolean {
    return share > 0 && this.draw() / 2 ** 32 < share;
  }

  private draw(): number {
    return this.parts.dice.roll(this.draws++, 1);
  }
}
