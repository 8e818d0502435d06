/** Requests a second that we send to the store (behavior 6.4). */
export const storeLimit = 20;

export interface ShareRequest {
  /** How many slots there are to divide: all of the store's, or this instance's part of them. */
  limit: number;
  /** How many slots one client may have. */
  clientLimit: number;
  /** How many networks were active recently: in the store, then in each network of the client, the widest first. */
  asking: readonly number[];
  /** How many slots are taken: in the store, then in each network of the client down to the client itself. */
  used: readonly number[];
}

/**
 * `none`: fewer than `bound` slots must be taken at this level (0 is the store) before the client may have one; `lacks`:
 * whether the store has none left, or only the client.
 */
export type Room = { kind: 'free' } | { kind: 'none'; level: number; bound: number; lacks: 'store' | 'client' };

/**
 * Divides slots fairly (behavior 12.5). The store's slots are divided by the number of recently active networks plus
 * one, which may be about to become active; a network's share, by the networks within it, and so on. Up to its share a
 * network may take any free slot; beyond it only while some remain free for others: in the store what the setting
 * reserves from a single client, within a network the shares of recently active neighbors. So no client fills the
 * window alone, whether from one address or from all the networks of a /48, and a newcomer always finds a slot.
 */
export function roomFor({ limit, clientLimit, asking, used }: ShareRequest): Room {
  let most = limit;
  let guaranteed = limit;
  for (const [index, askers] of asking.entries()) {
    // An address that is alone in its /48 is treated like an IPv4 address.
    if (index > 0 && askers === 1) continue;
    const taken = used[index] ?? 0;
    const own = used[index + 1] ?? 0;
    const isStore = index === 0;
    const share = Math.min(clientLimit, Math.max(1, Math.floor(guaranteed / (isStore ? askers + 1 : askers))));
    const beyondShare = isStore ? clientLimit : Math.max(share, guaranteed - (askers - 1) * share);
    // If the setting allows one client everything, nothing is reserved from it.
    const bound = own < share || clientLimit >= limit ? most : beyondShare;
    if (taken >= bound) return { kind: 'none', level: index, bound, lacks: taken >= limit ? 'store' : 'client' };
    most = Math.min(clientLimit, Math.max(share, own + bound - taken));
    guaranteed = share;
  }
  return { kind: 'free' };
}

/** A client's limit in this instance's part of the slots, so that it holds for all instances together. */
export function clientPart(clientLimit: number, part: number): number {
  return clientLimit >= storeLimit ? part : Math.max(1, Math.floor((clientLimit * part) / storeLimit));
}
