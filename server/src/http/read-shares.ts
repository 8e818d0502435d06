import type { EventLoop } from '../lib/clock';
import { CommerceBridgeError } from '../lib/errors';
import { milliseconds, seconds } from '../lib/durations';
import type { Meters } from '../metrics/meters';
import { createAskingClients } from '../storefront/asking-clients';
import { networksOf } from '../storefront/client-address';

/** Divides the site's time for reads that no kept response serves, per client (behavior 12.10). */
export interface ReadShares {
  /** Call for every read, also one that a kept response serves: every reader has a share. */
  note(address: string): void;
  /**
   * Runs a read, and counts the time that it takes of the site.
   * @throws ReadRateLimitedError when the client has used up its share
   */
  run<Result>(address: string, read: () => Promise<Result>): Promise<Result>;
  /**
   * The same for a read that ends elsewhere, and consists of parts.
   * @throws ReadRateLimitedError when the client has used up its share
   */
  open(address: string): OpenRead;
}

/** A read under way. */
export interface OpenRead {
  /**
   * Call before each part that takes time. What the read itself has cost so far does not count.
   * @throws ReadRateLimitedError when the client's other reads have used up its share meanwhile
   */
  goOn(): void;
  end(): void;
}

/** The client has used up its share of the site's time. */
export class ReadRateLimitedError extends CommerceBridgeError {
  readonly code = 'read_rate_limited';

  /** @param address whose share it is; not said to anybody */
  constructor(readonly address: string) {
    super(
      'This address has used up its share of the time that the site has for reads, and others are reading, too; try again in a second.',
      { data: { retryAfter: window / 1000 } },
    );
  }
}

interface Spending {
  client: readonly string[];
  /** In the site's milliseconds; what is under way is counted up to now. */
  cost: number;
}

interface Read {
  client: readonly string[];
  address: string;
  /** What each read under way had had of the site's time when this one began. */
  from: number;
}

// What a client has spent is forgotten after it: a burst lasts that long at most, and a refused client waits that long.
const window = seconds(1);
// For so long after a read, time is reserved for a client.
const readersKnownFor = seconds(10);
// A read can have thousands of parts that take no time.
const checkedEvery = milliseconds(10);

/**
 * A second of the site has a thousand milliseconds. Reads that run side by side share each of them, so that the cost of all of them
 * together is never more than the time that has passed. While others read, too, one client may use so much of each second; a network
 * that has used that up leaves to each of those within it their part of it, so that a neighbor's requests are not everybody's.
 *
 * @param clientPercent how much of the time one client may use; 100: as much as it likes
 */
export function createReadShares({
  loop,
  clientPercent,
  meters,
}: {
  loop: Pick<EventLoop, 'now'>;
  meters: Pick<Meters, 'count'>;
  clientPercent: () => number;
}): ReadShares {
  const asking = createAskingClients(readersKnownFor);
  const underWay = new Set<Read>();
  let spent: (Spending & { at: number })[] = [];
  /** Time that each of the reads under way has had so far, if it had been there from the start. */
  let shared = 0;
  let sharedAt = loop.now();

  function advance(): number {
    const now = loop.now();
    if (underWay.size > 0) shared += (now - sharedAt) / underWay.size;
    sharedAt = now;
    return now;
  }

  function spending(now: number, own: Read | null): Spending[] {
    spent = spent.filter(({ at }) => at > now - window);
    const others = Array.from(underWay).filter((read) => read !== own);
    return [...spent, ...others.map(({ client, from }) => ({ client, cost: shared - from }))];
  }

  function admit({ client, address }: Pick<Read, 'client' | 'address'>, now: number, own: Read | null = null): void {
    const askers = asking.note(client, milliseconds(now));
    const percent = clientPercent();
    if (percent >= 100 || askers.every((count) => count === 1)) return;
    const all = spending(now, own);
    let share = (window * percent) / 100;
    for (const [level, network] of client.entries()) {
      if (level > 0) share /= askers[level] ?? 1;
      const used = all.reduce((sum, one) => sum + (one.client[level] === network ? one.cost : 0), 0);
      if (used < share) return;
    }
    meters.count('refused_reads', {});
    throw new ReadRateLimitedError(address);
  }

  function open(address: string): OpenRead {
    const client = networksOf(address);
    let checkedAt = advance();
    admit({ client, address }, checkedAt);
    const own: Read = { client, address, from: shared };
    underWay.add(own);
    return {
      goOn() {
        const now = advance();
        if (now - checkedAt < checkedEvery) return;
        admit(own, now, own);
        checkedAt = now;
      },
      end() {
        const at = advance();
        if (underWay.delete(own)) spent.push({ client, cost: shared - own.from, at });
      },
    };
  }

  return {
    note: (address) => void asking.note(networksOf(address), milliseconds(loop.now())),
    open,

    async run(address, read) {
      const { end } = open(address);
      try {
        return await read();
      } finally {
        end();
      }
    },
  };
}
