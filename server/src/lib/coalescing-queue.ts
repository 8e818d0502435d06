/** Hands over items one at a time; items that arrive during a handover are merged for the next one. */
export interface CoalescingQueue<Item> {
  add(item: Item): void;
  /** Resolves when everything that was added has been handed over. */
  idle(): Promise<void>;
}

export interface CoalescingQueueOptions<Item> {
  /** Merges two items, so that the backlog stays small however long a handover takes. */
  merge: (waiting: Item, added: Item) => Item;
  handOver: (item: Item) => Promise<void>;
  onError: (error: unknown) => void;
}

/** For receivers that are slower than their input. A failed handover is not repeated. */
export function createCoalescingQueue<Item>({
  merge,
  handOver,
  onError,
}: CoalescingQueueOptions<Item>): CoalescingQueue<Item> {
  let waiting: { item: Item } | null = null;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (waiting !== null) {
      const { item }: { item: Item } = waiting;
      waiting = null;
      try {
        await handOver(item);
      } catch (error) {
        onError(error);
      }
    }
    working = null;
  }

  return {
    add(item) {
      waiting = { item: waiting === null ? item : merge(waiting.item, item) };
      // In a microtask, so that no handover delays the caller of `add`.
      working ??= Promise.resolve().then(work);
    },
    idle: async () => {
      await working;
    },
  };
}
