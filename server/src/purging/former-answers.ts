import { z } from 'zod';
import type { StateLocks } from '../database/knex-state-store';
import type { Transaction } from '../database/database';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';

/**
 * Notifies those outside when the site answers differently than before though nothing in it changed: another version of the plugin, or other
 * settings in its environment (behavior 7.7).
 */
export interface FormerAnswers {
  /** This instance answers from now on. Never fails. @returns whether those outside are notified */
  begin(): Promise<boolean>;
  /** It does not any more: in an update one by one, caches may have asked it after the first new one had begun. Never fails. */
  end(): Promise<void>;
}

const name = 'answers';

export function createFormerAnswers({
  state,
  current,
  outdateOutside,
  logger,
}: {
  state: StateLocks;
  /** Everything but the content that an answer depends on. */
  current: () => string;
  outdateOutside: (within: Transaction) => Promise<void>;
  logger: Logger;
}): FormerAnswers {
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
      logger.warn('caches in front of the site may keep what was answered before', { error: describeError(error) });
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
      // A command answers nobody.
      if (hasBegun) await compare((before) => before);
    },
  };
}
