import { type Clock, startDeadline } from '../lib/clock';
import { seconds } from '../lib/durations';
import { TimeLimitError } from '../lib/time-limit';
import type { SharedDocuments } from './shared-documents';

const longest = seconds(1);

/**
 * Shared documents whose changes fail if they take longer than a second. By then, the caller has moved on: a late
 * change that is still pending is not made, and the result of a late change is discarded.
 * @throws TimeLimitError from each late change
 */
export function createTimelyDocuments(
  documents: SharedDocuments,
  { clock }: { clock: Pick<Clock, 'monotonic'> },
): SharedDocuments {
  return {
    mayBeLost: documents.mayBeLost,
    read: documents.read,

    change(name, schema, work) {
      const before = clock.monotonic();
      let isOver = false;
      const requireTimely = () => {
        // A process that was paused has not noticed the deadline.
        if (isOver || clock.monotonic() - before > longest) throw tooLate(name);
      };
      return new Promise((resolve, reject) => {
        // In real time, since this waits for the network.
        const stop = startDeadline(longest, () => {
          isOver = true;
          reject(tooLate(name));
        });
        const change = documents.change(name, schema, (value, now) => {
          requireTimely();
          return work(value, now);
        });
        const believed = change.then((result) => {
          requireTimely();
          return result;
        });
        void believed.then(resolve, reject).finally(stop);
      });
    },
  };
}

const tooLate = (name: string) =>
  new TimeLimitError(`a change of ${name} took longer than ${longest / 1000} seconds`, { data: { name, longest } });
