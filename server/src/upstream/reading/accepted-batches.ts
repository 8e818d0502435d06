import { chunksOf } from '../../lib/chunks';
import { UpstreamHttpError, UpstreamQueryError, UpstreamTooLargeError } from '../http/upstream-errors';

/** An item that was refused when it was sent alone. */
export interface RefusedItem<Item> {
  item: Item;
  error: Error;
}

/** One request with some items; rejects with upstream's error. */
export type SendItems<Item> = (some: readonly Item[]) => Promise<void>;

/** Sends items to an endpoint whose largest batch is undocumented. */
export interface AcceptedBatches<Item> {
  /**
   * @param work sends items that are wanted
   * @param probe sends items only to see whether they are accepted
   * @returns the items that were refused by themselves while others were accepted
   * @throws what `work` threw, if it is no refusal, or if everything is refused
   */
  send(items: readonly Item[], work: SendItems<Item>, probe: SendItems<Item>): Promise<RefusedItem<Item>[]>;
}

// Upstream's statuses for a body that it does not take (upstream 1.2, 20.6).
const refusals = new Set([400, 413, 422]);
// After this many items of a batch were refused alone and none accepted, the items may not be at fault.
const doubtful = 3;

/**
 * Starts with `atFirst` items per request, and halves a batch that is refused. If all of its parts are accepted, later
 * batches are no larger than those parts; if some items are at fault, the batch size does not change.
 */
export function acceptedBatches<Item>({
  atFirst,
  control: known = null,
}: {
  atFirst: number;
  /** An item that was accepted before; without one, a refused single item may or may not be at fault. */
  control?: Item | null | undefined;
}): AcceptedBatches<Item> {
  let most = atFirst;
  /** As long as this item is accepted, the other items cause a refusal. */
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
        // Throws if the probe is refused, too.
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
