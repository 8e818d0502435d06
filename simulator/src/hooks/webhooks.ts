import type { Account } from '../account';
import { Dice } from '../catalog/dice';
import type { SimulatedStore } from '../catalog/store';
import type { Clock } from '../clock';
import { Dispatcher, type Attempt, type Disturbances } from './dispatcher';
import { Domains } from './domains';
import { eventsOf, type WebhookEvent } from './events';
import { HookRegistry } from './registry';
import { Sender } from './sender';

export interface WebhookOptions {
  readonly clock: Clock;
  readonly account: Account;
  readonly store: SimulatedStore;
  readonly seed: number | string;
  readonly localDestinations: boolean;
  readonly acknowledgementMilliseconds: number;
  readonly refreshTimestamps: boolean;
  readonly logCapacity: number;
}

/** Webhooks of the simulated store: registered through the API, raised by edits, disturbed on demand. */
export class Webhooks {
  readonly registry: HookRegistry;
  readonly domains: Domains;
  /** Whom upstream notifies by email when it disables a hook or blocks a domain. */
  emails: string[] = [];
  private readonly dispatcher: Dispatcher;

  constructor(options: WebhookOptions) {
    const { clock, account, store } = options;
    this.registry = new HookRegistry({
      clock,
      storeHash: account.storeHash,
      localDestinations: options.localDestinations,
    });
    this.domains = new Domains(clock);
    this.dispatcher = new Dispatcher({
      registry: this.registry,
      domains: this.domains,
      clock,
      account,
      sender: new Sender(clock, options.acknowledgementMilliseconds),
      dice: new Dice(`hooks ${options.seed}`),
      storeId: () => store.information.store_id,
      refreshTimestamps: options.refreshTimestamps,
      logCapacity: options.logCapacity,
    });
    store.onChange((change) => {
      for (const event of eventsOf(change, store.state)) this.dispatcher.emit(event);
    });
  }

  /** The last attempts, oldest first. */
  get attempts(): readonly Attempt[] {
    return this.dispatcher.log();
  }

  get disturbances(): Disturbances {
    return this.dispatcher.disturbances;
  }

  /** Changes what goes wrong in transit; settings that are not given are reset. */
  disturb(disturbances: Partial<Disturbances>): void {
    this.dispatcher.disturbances = { duplicate: 0, lose: 0, reorder: 0, delay: { from: 0, to: 0 }, ...disturbances };
  }

  /** Raises an event of any scope, with or without an edit; returns its hash. */
  emit(event: WebhookEvent): string {
    return this.dispatcher.emit(event);
  }

  /** Holds all new deliveries back until `resume`. */
  pause(): void {
    this.dispatcher.pause();
  }

  resume(): void {
    this.dispatcher.resume();
  }

  /** Resolves when nothing is in transit. Retries that are not due do not count. */
  async idle(): Promise<void> {
    return this.dispatcher.idle();
  }

  close(): void {
    this.dispatcher.close();
  }
}
