import type { Clock } from '../clock';
import type { ListPrices, LookUp } from '../markets/pricing';

/** How long the storefront caches what it has read, in milliseconds; 0: not at all. */
export interface Freshness {
  replies: number;
  /** Prices of price lists. */
  prices: number;
}

/** Upstream's: 30 s, and 10 min for prices (upstream 20.8). */
export const UPSTREAM_FRESHNESS: Readonly<Freshness> = { replies: 30_000, prices: 600_000 };

const CAPACITY = 5_000;

/** Caches values for a while, even if the data that they were derived from changes. */
export class Kept<Value> {
  private readonly known = new Map<string, { until: number; value: Value }>();

  constructor(
    private readonly clock: Clock,
    private readonly duration: () => number,
  ) {}

  get(key: string): Value | undefined {
    const hit = this.known.get(key);
    return hit && hit.until > this.clock.now() ? hit.value : undefined;
  }

  keep(key: string, value: Value): Value {
    if (this.duration() <= 0) return value;
    this.known.delete(key);
    this.known.set(key, { until: this.clock.now() + this.duration(), value });
    const oldest = this.known.keys().next().value;
    if (this.known.size > CAPACITY && oldest !== undefined) this.known.delete(oldest);
    return value;
  }

  clear(): void {
    this.known.clear();
  }
}

/** Price lists as they were when the storefront last read them. */
export function keptLookUp(lookUp: LookUp, kept: Kept<ListPrices>): LookUp {
  return (situation, variantId) => {
    const { shopper, channelId, currency } = situation;
    const group = shopper.kind === 'plain' ? 'plain' : (shopper.group?.id ?? 0);
    const key = [channelId, currency.currency_code, group, variantId ?? 0].join(' ');
    return kept.get(key) ?? kept.keep(key, structuredClone(lookUp(situation, variantId)));
  };
}
