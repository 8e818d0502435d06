import type { ChangeFeed } from '../changes/change-feed';
import type { TitlePlace } from './title-places';

/** How far the change log was read. */
export type Polls = Pick<ChangeFeed, 'lastPoll' | 'hasPolledSince'>;

interface Follower {
  id: number;
  /** The last poll that had begun when its place was read. */
  poll: number;
}

/**
 * Which products were placed directly behind which others by title. The database may have had a newer title of the one
 * in front than is known here: then that one is still at its former position, and those behind it are misplaced. They
 * must be placed again once the change is known.
 */
export class TitleFollowers {
  readonly #polls: () => Polls;
  readonly #behind = new Map<number, Follower[]>();

  constructor(polls: () => Polls) {
    this.#polls = polls;
  }

  /** Call once the places have been read. */
  add(places: readonly TitlePlace[]): void {
    this.#dropSettled();
    const poll = this.#polls().lastPoll();
    for (const { id, behind } of places) {
      if (behind === null) continue;
      const followers = this.#behind.get(behind) ?? [];
      this.#behind.set(behind, followers);
      followers.push({ id, poll });
    }
  }

  /** These products and those behind them, directly or not. */
  including(ids: Iterable<number>): Set<number> {
    const all = new Set(ids);
    // A set also passes on what is added meanwhile.
    for (const id of all) for (const follower of this.#behind.get(id) ?? []) all.add(follower.id);
    return all;
  }

  clear(): void {
    this.#behind.clear();
  }

  #dropSettled(): void {
    const polls = this.#polls();
    for (const [behind, followers] of this.#behind) {
      const open = followers.filter(({ poll }) => !polls.hasPolledSince(poll));
      if (open.length === 0) this.#behind.delete(behind);
      else this.#behind.set(behind, open);
    }
  }
}
