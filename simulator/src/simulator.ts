import type { Account } from './account';
import type { SimulatedStore } from './catalog/store';
import type { Clock } from './clock';
import type { FaultPlan } from './faults';
import type { Webhooks } from './hooks/webhooks';
import type { Quota } from './quota';
import type { RequestLog } from './request-log';
import type { Storefront } from './storefront/storefront';

/** A running simulator. */
export interface Simulator {
  /** Scheme, host and port; the value for the plugin's API URL. */
  readonly url: string;
  readonly account: Account;
  readonly store: SimulatedStore;
  readonly faults: FaultPlan;
  readonly quota: Quota;
  readonly requests: RequestLog;
  readonly webhooks: Webhooks;
  /** Carts, checkouts, customers, and emails that would have been sent. */
  readonly storefront: Storefront;
  readonly clock: Clock;
  /** Milliseconds added to every response of the API. */
  latency: number;
  /** Exceptions of the simulator itself, which tests must check. */
  readonly defects: readonly Error[];
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}
