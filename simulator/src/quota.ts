import type { Clock } from './clock';

/** The content of a response's `X-Rate-Limit-*` headers (upstream 1.1). */
export interface QuotaState {
  readonly quota: number;
  readonly left: number;
  readonly windowMilliseconds: number;
  readonly resetMilliseconds: number;
}

/** What the headers show without a quota: a number that is never reached. */
const LIFTED = 10_000_000;

/**
 * The store's request quota in windows of fixed length; a window starts with the first request after the last one
 * ended.
 */
export class Quota {
  private windowStart = Number.NEGATIVE_INFINITY;
  private used = 0;
  private rejectedCount = 0;

  /** `limit` 0 disables the quota. */
  constructor(
    private readonly clock: Clock,
    public limit: number,
    private readonly windowMilliseconds: number,
  ) {}

  /** How many requests were rejected so far. */
  get rejected(): number {
    return this.rejectedCount;
  }

  /** Counts one request; false if the window is used up. */
  take(): boolean {
    this.roll();
    if (this.limit > 0 && this.used >= this.limit) {
      this.rejectedCount += 1;
      return false;
    }
    this.used += 1;
    return true;
  }

  state(): QuotaState {
    this.roll();
    const quota = this.limit > 0 ? this.limit : LIFTED;
    return {
      quota,
      left: Math.max(0, quota - this.used),
      windowMilliseconds: this.windowMilliseconds,
      resetMilliseconds: Math.ceil(this.windowStart + this.windowMilliseconds - this.clock.now()),
    };
  }

  /** Spends requests as another app of the same store would: the quota is shared (upstream 1.1). */
  spend(requests: number): void {
    this.roll();
    this.used += requests;
  }

  /** Starts a new window now. */
  reset(): void {
    this.windowStart = this.clock.now();
    this.used = 0;
    this.rejectedCount = 0;
  }

  private roll(): void {
    if (this.clock.now() - this.windowStart < this.windowMilliseconds) return;
    this.windowStart = this.clock.now();
    this.used = 0;
  }
}

/** The headers of every response. */
export function quotaHeaders(state: QuotaState): Record<string, string> {
  return {
    'x-rate-limit-requests-left': String(state.left),
    'x-rate-limit-requests-quota': String(state.quota),
    'x-rate-limit-time-reset-ms': String(state.resetMilliseconds),
    'x-rate-limit-time-window-ms': String(state.windowMilliseconds),
  };
}
