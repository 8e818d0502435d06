import { z } from 'zod';
import type { StateLocks } from '../database/knex-state-store';
import type { Transaction } from '../database/database';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';

/**
 * Notifies external systems when the site's responses change although its content has not, because of another version
 * of the plugin or other settings in its environment (behavior 7.7).
 */
export interface FormerResponses {
  /**
   * To be called when this instance starts to serve responses. Never fails.
   * @returns whether external systems are notified
   */
  begin(): Promise<boolean>;
  /**
   * To be called when it stops: in a rolling update, caches may have fetched from it after the first new instance
   * began. Never fails.
   */
  end(): Promise<void>;
}

const name = 'answers';

export function createFormerResponses({
  state,
  current,
  outdateOutside,
  logger,
}: {
  state: StateLocks;
  /** Identifies everything that a response depends on, except the content. */
  current: () => string;
  outdateOutside: (within: Transaction) => Promise<void>;
  logger: Logger;
}): FormerResponses {
  async function compare(noted: (before: string | null, own: string) => string | null): Promise<boolean> {
    let isOther = false;
    const own = current();
    try {
      await state.change(name, z.string(), async (transaction, before) => {
        isOther = before !== null && before !== own;
        if (isOther) await outdateOutside(transaction);
        return noted(before, own);
      });
    } catch (error) {
      logger.warn('caches in front of the site may keep former responses', { error: describeError(error) });
    }
    return isOther;
  }

  let hasBegun = false;
  return {
    begin() {
      hasBegun = true;
      return compare((_, own) => own);
    },
    async end() {
      // A process that only runs a command serves no responses.
      if (hasBegun) await compare((before) => before);
    },
  };
}
