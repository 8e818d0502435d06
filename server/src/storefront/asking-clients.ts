import { type Milliseconds, seconds } from '../lib/durations';
import { storeLimit } from './fair-shares';

/** Who asked lately, let through or not: networks, the networks within them, and so on. */
export interface AskingClients {
  /** Notes a client; how many asked at each of its levels, the widest first. */
  note(client: readonly string[], now: number): number[];
  /** After the clock went back. */
  shiftBack(distance: number): void;
}

interface Network {
  askedAt: number;
  /** The one that asked the longest ago first. */
  within: Map<string, Network>;
}

// A share is at least one place, so whether there are as many who ask as places, or a million, makes no difference. It
// bounds what a caller with many addresses can make us remember.
const mostRemembered = storeLimit;

// Long enough that whoever was refused beside a busy neighbor is still known when it comes back as it was told to.
const neighborsKnownFor = seconds(10);

/** @param knownFor for how long a network counts as asking the store */
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
    shiftBack: (distance) => shift(store, distance),
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

function shift(network: Network, distance: number): void {
  network.askedAt -= distance;
  for (const inner of network.within.values()) shift(inner, distance);
}
