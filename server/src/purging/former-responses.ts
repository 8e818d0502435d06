import { z } from 'zod';
import type { StateLocks } from '../database/knex-state-store';
import type { Transaction } from '../database/database';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';

/**
 * Notifies external systems when the site's responses differ from before although its content has not changed: another version of the plugin, or other
 * settings in its environment (behavior 7.7).
 */
export interface FormerResponses {
  /** This instance serves responses from now on. Never fails. @returns whether external systems are notified */
  begin(): Promise<boolean>;
  /** It no longer does: in a rolling update, caches may have asked it after the first new instance had begun. Never fails. */
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
  /** Everything but the content that a response depends on. */
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
      // A command serves nothing.
      if (hasBegun) await compare((before) => before);
    },
  };
}
