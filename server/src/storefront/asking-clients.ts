import { type Milliseconds, seconds } from '../lib/durations';
import { storeLimit } from './fair-shares';

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

// A share is at least one request, so more clients than the limit has requests make no difference; and a caller with
// many addresses cannot fill the memory.
const mostRemembered = storeLimit;

// Long enough that a client rejected because of a busy neighbor is still known when it retries as instructed.
const neighborsKnownFor = seconds(10);

/** @param knownFor for how long a network counts as active */
export function createAskingClients(knownFor: Milliseconds): AskingClients {
  const store: Network = { askedAt: 0, within: new Map() };

  return {
    note(client, now) {
      let network = store;
      return client.map((name) => {
        const parent = network;
        forget(parent, { since: now - (parent === store ? knownFor : neighborsKnownFor) });
        network = noteIn(parent, { name, now });
        return parent.within.size;
      });
    },
  };
}

function forget({ within }: Network, { since }: { since: number }): void {
  for (const [name, { askedAt }] of within) {
    if (askedAt >= since && within.size <= mostRemembered) return;
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
