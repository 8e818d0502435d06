import { chunksOf } from '../lib/chunks';
import { UpstreamHttpError, UpstreamQueryError, UpstreamTooLargeError } from './upstream-errors';

/** An item that was refused when it was sent alone. */
export interface RefusedItem<Item> {
  item: Item;
  error: Error;
}

/** One request with some items; rejects with the error of upstream. */
export type SendItems<Item> = (some: readonly Item[]) => Promise<void>;

/** Sends items to an endpoint that does not say how many it takes at once. */
export interface AcceptedBatches<Item> {
  /**
   * @param work sends items that are wanted
   * @param probe sends items only to see whether they are accepted
   * @returns the items that were refused by themselves while others were accepted
   * @throws what `work` threw, if it is no refusal, or if everything that is sent is refused
   */
  send(items: readonly Item[], work: SendItems<Item>, probe: SendItems<Item>): Promise<RefusedItem<Item>[]>;
}

// Upstream's statuses for a body that it does not take (upstream 1.2, 20.6).
const refusals = new Set([400, 413, 422]);
// So many items refused alone in a batch without an accepted one, and it is doubtful that they are at fault.
const doubtful = 3;

/**
 * Starts with so many items a request, and halves a batch that is refused. If all of its parts are accepted, batches are
 * no larger from then on; if some items are at fault, they stay as large as before.
 */
export function acceptedBatches<Item>({
  atFirst,
  control: known = null,
}: {
  atFirst: number;
  /** One that was accepted before; without it, a single item that is refused does not tell whether it is at fault. */
  control?: Item | null | undefined;
}): AcceptedBatches<Item> {
  let most = atFirst;
  /** As long as this one is accepted, a refusal is about the other items. */
  let control = known;

  return {
    async send(items, work, probe) {
      const refused: RefusedItem<Item>[] = [];
      for (let sent = 0; sent < items.length; ) {
        const batch = items.slice(sent, sent + most);
        const outcome = await sendBatch(batch, work, probe);
        if (outcome.refused.length === 0 && outcome.largest < batch.length) most = outcome.largest;
        refused.push(...outcome.refused);
        sent += batch.length;
      }
      return refused;
    },
  };

  async function sendBatch(batch: readonly Item[], work: SendItems<Item>, probe: SendItems<Item>) {
    const outcome: { refused: RefusedItem<Item>[]; largest: number } = { refused: [], largest: 0 };
    let isDoubtful = true;
    const sendInHalves = async (some: readonly Item[]): Promise<void> => {
      const [first, ...others] = some;
      if (first === undefined) return;
      try {
        await work(some);
        control = first;
        outcome.largest = Math.max(outcome.largest, some.length);
        return;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (others.length === 0) outcome.refused.push({ item: first, error });
      }
      isDoubtful &&= outcome.largest === 0;
      if (isDoubtful && outcome.refused.length >= Math.min(doubtful, batch.length)) {
        // Throws if this one is refused, too.
        await probe([control ?? batch.at(-1) ?? first]);
        isDoubtful = false;
      }
      if (others.length > 0) for (const half of chunksOf(some, Math.ceil(some.length / 2))) await sendInHalves(half);
    };
    await sendInHalves(batch);
    return outcome;
  }
}

function isRefusal(error: unknown): error is Error {
  if (error instanceof UpstreamTooLargeError || error instanceof UpstreamQueryError) return true;
  return error instanceof UpstreamHttpError && refusals.has(error.status);
}
