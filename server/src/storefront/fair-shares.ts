/** Requests a second that the store gets from us (behavior 6.4). */
export const storeLimit = 20;

export interface ShareRequest {
  /** How many places one client may have. */
  clientLimit: number;
  /** How many networks asked lately: in the store, then in each network of the client, the widest first. */
  asking: readonly number[];
  /** How many places are taken: in the store, then in each network of the client down to the client itself. */
  used: readonly number[];
}

/** `none`: fewer than `bound` places must be taken at this level (0 is the store) before the client may have one. */
export type Room = { kind: 'free' } | { kind: 'none'; level: number; bound: number };

/**
 * Divides places fairly (behavior 12.5). Those of the store are divided by the networks that asked lately and one more,
 * which may be about to; what a network has of them, by the networks within it, and so on. Up to its share a network may
 * have any free place; beyond it only while some stay free for others: in the store what the setting keeps from a single
 * client, within a network the shares of the neighbors that asked lately. So nobody fills the window alone, be it from one
 * address or from all the networks of a /48, and whoever comes beside them finds a place.
 */
export function roomFor({ clientLimit, asking, used }: ShareRequest): Room {
  let most = storeLimit;
  let guaranteed = storeLimit;
  for (const [index, askers] of asking.entries()) {
    // An address that is alone in its /48 is served as one of IPv4 is.
    if (index > 0 && askers === 1) continue;
    const taken = used[index] ?? 0;
    const own = used[index + 1] ?? 0;
    const isStore = index === 0;
    const share = Math.min(clientLimit, Math.max(1, Math.floor(guaranteed / (isStore ? askers + 1 : askers))));
    const beyondShare = isStore ? clientLimit : Math.max(share, guaranteed - (askers - 1) * share);
    // Where the setting says that one client may have everything, nothing is kept from it.
    const bound = own < share || clientLimit >= storeLimit ? most : beyondShare;
    if (taken >= bound) return { kind: 'none', level: index, bound };
    most = Math.min(clientLimit, Math.max(share, own + bound - taken));
    guaranteed = share;
  }
  return { kind: 'free' };
}
