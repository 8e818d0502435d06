import { milliseconds } from '../../../server/src/lib/durations';
import { networksOf } from '../../../server/src/storefront/client-address';
import { createMemoryRequestLimits } from '../../../server/src/storefront/memory-request-limits';
import type { RequestGrant } from '../../../server/src/storefront/request-limits';
import { HastyClock } from '../time/clocks';

/** Limits with a clock that only moves when it is advanced. */
export function aLimiter({ clientLimit = 16 } = {}) {
  const clock = new HastyClock();
  const limits = createMemoryRequestLimits({ clock });
  const take = (client: string, store = 'store') => limits.take({ store, client: networksOf(client), clientLimit });
  return {
    clock,
    limits,
    take,
    pass: (duration: number) => clock.advance(milliseconds(duration)),
    now: () => clock.monotonic(),
    /** How many of this many concurrent requests are admitted; those complete immediately. */
    async burst(client: string, count: number, store?: string): Promise<number> {
      const verdicts = await Promise.all(Array.from({ length: count }, () => take(client, store)));
      const granted = verdicts.filter((verdict): verdict is RequestGrant => verdict.kind === 'granted');
      for (const grant of granted) {
        grant.sent();
        grant.responded();
      }
      return granted.length;
    },
  };
}
