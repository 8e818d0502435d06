/** Some ids of a list, in its order. */
export interface ListedIds {
  ids: readonly number[];
  /** Whether the list ends with them. */
  isLast: boolean;
}

export interface OrderedMatchesOptions {
  /** How many match. */
  size: number;
  matches: (id: number) => boolean;
  /** The ids that follow those it answered before. */
  readOn: () => Promise<ListedIds>;
}

/** The matches of a search in the order of a list, as far as somebody has wanted to know. */
export class OrderedMatches {
  readonly #options: OrderedMatchesOptions;
  readonly #met: number[] = [];
  #isWhole = false;
  #walking: Promise<void> = Promise.resolve();

  constructor(options: OrderedMatchesOptions) {
    this.#options = options;
  }

  /** At least so many of them, or all. */
  async upTo(count: number): Promise<readonly number[]> {
    // One walk after another: two at once would meet the same. Who waited for one that failed has heard of it.
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
