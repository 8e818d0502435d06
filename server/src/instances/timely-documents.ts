import { type Clock, startDeadline } from '../lib/clock';
import { seconds } from '../lib/durations';
import { TimeLimitError } from '../lib/time-limit';
import type { SharedDocuments } from './shared-documents';

const longest = seconds(1);

/**
 * Shared documents whose changes fail when they take longer than a second. The caller has gone on without by then: a
 * change that is late is not made if it has not been made yet, and never believed.
 * @throws TimeLimitError by each change that is late
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
        // A paused process has not noticed its deadline.
        if (isOver || clock.monotonic() - before > longest) throw tooLate(name);
      };
      return new Promise((resolve, reject) => {
        // In real time: what is waited for is the network.
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
