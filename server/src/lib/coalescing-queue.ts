/** Hands over what was gathered, one handover at a time; what comes in meanwhile is gathered for the next. */
export interface CoalescingQueue<Item> {
  add(item: Item): void;
  /** Resolves when everything that was added is handed over. */
  idle(): Promise<void>;
}

export interface CoalescingQueueOptions<Item> {
  /** Puts two together, so that what waits stays small however long a handover takes. */
  merge: (waiting: Item, added: Item) => Item;
  handOver: (item: Item) => Promise<void>;
  onError: (error: unknown) => void;
}

/** For receivers that are slower than what they are told of. A handover that fails is not repeated. */
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
      // In its own turn, so that nothing that is handed over holds up whoever adds.
      working ??= Promise.resolve().then(work);
    },
    idle: async () => {
      await working;
    },
  };
}
