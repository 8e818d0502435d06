import type { EventLoop } from '../lib/clock';
import { CommerceBridgeError } from '../lib/errors';
import { milliseconds, seconds } from '../lib/durations';
import type { Meters } from '../metrics/meters';
import { createAskingClients } from '../storefront/asking-clients';
import { networksOf } from '../storefront/client-address';

/** Divides the site's time for reads that no cached response serves among the clients (behavior 12.10). */
export interface ReadShares {
  /** Call this for every read, even one served by a cached response: every reader has a share. */
  note(address: string): void;
  /**
   * Runs a read, and counts how much of the site's time it takes.
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
   * Call this before each part that takes time. What the read itself has cost so far does not count.
   * @throws ReadRateLimitedError when the client's other reads have used up its share meanwhile
   */
  goOn(): void;
  end(): void;
}

/** The client has used up its share of the site's time. */
export class ReadRateLimitedError extends CommerceBridgeError {
  readonly code = 'read_rate_limited';

  /** @param address the client's; not part of the message */
  constructor(readonly address: string) {
    super(
      'This address has used up its share of the time that the site has for reads, and others are reading, too; try again in a second.',
      { data: { retryAfter: window / 1000 } },
    );
  }
}

interface Spending {
  client: readonly string[];
  /** In milliseconds of the site's time; reads under way are counted up to now. */
  cost: number;
}

interface Read {
  client: readonly string[];
  address: string;
  /** The value of `shared` when this read began. */
  from: number;
}

// What a client has spent is forgotten after this: no burst lasts longer, and no refused client has to wait longer.
const window = seconds(1);
// How long time is reserved for a client after a read.
const readersKnownFor = seconds(10);
// Of each level: with more readers than this, shares no longer get smaller.
const mostReaders = 20;
// A read can have thousands of parts that take no time.
const checkedEvery = milliseconds(10);

/**
 * Concurrent reads share the elapsed time equally, so that their total cost never exceeds it. While others read, too,
 * one client may use `clientPercent` of each second. If a network has used up its share, each network within it still
 * has an equal part of that share, so that no client uses up its neighbors' part.
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
  const asking = createAskingClients({ knownFor: readersKnownFor, mostKnown: mostReaders });
  const underWay = new Set<Read>();
  const spent: (Spending & { at: number })[] = [];
  /** How much time a read would have had so far, had it been under way from the start. */
  let shared = 0;
  let sharedAt = loop.now();

  function advance(): number {
    const now = loop.now();
    if (underWay.size > 0) shared += (now - sharedAt) / underWay.size;
    sharedAt = now;
    return now;
  }

  /** Reads have ended in this order, so that only those that are forgotten are looked at. */
  function forget(now: number): void {
    const kept = spent.findIndex(({ at }) => at > now - window);
    spent.splice(0, kept === -1 ? spent.length : kept);
  }

  function spending(now: number, own: Read | null): Spending[] {
    forget(now);
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
        if (!underWay.delete(own)) return;
        // Nobody asks what a client has spent that reads alone.
        forget(at);
        spent.push({ client, cost: shared - own.from, at });
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

/**
 * Reads, perhaps by waiting for the same read of other clients. If those are refused, this client has its own share, and
 * reads again.
 * @throws ReadRateLimitedError when this client itself has used up its share
 */
export async function readWithOwnShare<Result>(address: string, read: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ReadRateLimitedError) || error.address === address) throw error;
    }
  }
}
