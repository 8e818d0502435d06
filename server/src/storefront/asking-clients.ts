import { type Milliseconds, seconds } from '../lib/durations';

/** Which clients sent requests recently, admitted or not: networks, the networks within them, and so on. */
export interface AskingClients {
  /**
   * Records a client; returns how many sent requests at each of its levels, the widest first.
   * @param now by a monotonic clock
   */
  note(client: readonly string[], now: number): number[];
}

interface Network {
  askedAt: number;
  /** Ordered by last request, oldest first. */
  within: Map<string, Network>;
}

// Long enough that a client rejected because of a busy neighbor is still known when it retries as instructed.
const neighborsKnownFor = seconds(10);

/**
 * @param options.knownFor for how long a network counts as active
 * @param options.mostKnown of each level; the bound keeps a caller with many addresses from filling the memory
 */
export function createAskingClients({
  knownFor,
  mostKnown,
}: {
  knownFor: Milliseconds;
  mostKnown: number;
}): AskingClients {
  const store: Network = { askedAt: 0, within: new Map() };

  return {
    note(client, now) {
      let network = store;
      return client.map((name) => {
        const parent = network;
        forget(parent, { since: now - (parent === store ? knownFor : neighborsKnownFor), mostKnown });
        network = noteIn(parent, { name, now });
        return parent.within.size;
      });
    },
  };
}

function forget({ within }: Network, { since, mostKnown }: { since: number; mostKnown: number }): void {
  for (const [name, { askedAt }] of within) {
    if (askedAt >= since && within.size <= mostKnown) return;
    within.delete(name);
  }
}

function noteIn({ within }: Network, { name, now }: { name: string; now: number }): Network {
  const network = within.get(name) ?? { askedAt: now, within: new Map<string, Network>() };
  network.askedAt = now;
  within.delete(name);
  within.set(name, network);
  return network;
}
