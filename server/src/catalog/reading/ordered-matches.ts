/** Some ids of a list, in its order. */
export interface ListedIds {
  ids: readonly number[];
  /** Whether the list ends with them. */
  isLast: boolean;
}

export interface OrderedMatchesOptions {
  /** Number of matches. */
  size: number;
  matches: (id: number) => boolean;
  /** The ids that follow those returned before. */
  readOn: () => Promise<ListedIds>;
}

/** The matches of a search in the order of a list, as far as they have been requested. */
export class OrderedMatches {
  readonly #options: OrderedMatchesOptions;
  readonly #met: number[] = [];
  #isWhole = false;
  #walking: Promise<void> = Promise.resolve();

  constructor(options: OrderedMatchesOptions) {
    this.#options = options;
  }

  /** At least this many of them, or all. */
  async upTo(count: number): Promise<readonly number[]> {
    // One scan after another: two at once would find the same matches. A failed scan has already rejected for its own callers.
    this.#walking = this.#walking.catch(() => undefined).then(() => this.#walkUpTo(count));
    await this.#walking;
    return this.#met;
  }

  async #walkUpTo(count: number): Promise<void> {
    const { size, matches, readOn } = this.#options;
    while (this.#met.length < count && this.#met.length < size && !this.#isWhole) {
      const { ids, isLast } = await readOn();
      for (const id of ids) if (matches(id)) this.#met.push(id);
      this.#isWhole = isLast;
    }
  }
}
