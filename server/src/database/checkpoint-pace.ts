import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { type Database, dialectOf } from './database';

/**
 * How often SQLite moves its write-ahead log into the database file, which it does within a commit. A pace only makes
 * things faster: one that cannot be set is said in the log, once, and is no reason for whoever asks to fail.
 */
export interface CheckpointPace {
  /** As the site is set up: each commit that does it is short. */
  usual(): Promise<void>;
  /** Less often, for long writing while few others need the connection: fewer pages are moved altogether, in one commit for a longer while. */
  seldom(): Promise<void>;
}

// 16 MB of log. Beyond that little is gained, and the commit that moves it takes the longer.
const seldomPages = 4000;

/**
 * On SQLite the pace of its one connection; nothing elsewhere, and nothing for a site that has a longer log or no
 * automatic checkpoints at all.
 */
export function createCheckpointPace({ database, logger }: { database: Database; logger: Logger }): CheckpointPace {
  if (dialectOf(database) !== 'sqlite') return { usual: async () => undefined, seldom: async () => undefined };
  let pages: { usual: number; now: number } | null = null;
  let isRefused = false;

  async function change(wanted: (usual: number) => number): Promise<void> {
    try {
      pages ??= await readPages();
      const next = wanted(pages.usual);
      if (next === pages.now) return;
      await database.raw(`pragma wal_autocheckpoint = ${next}`);
      pages.now = next;
    } catch (error) {
      if (!isRefused)
        logger.warn('the pace of SQLite’s checkpoints could not be set and stays as it is', {
          error: describeError(error),
        });
      isRefused = true;
    }
  }

  async function readPages(): Promise<{ usual: number; now: number }> {
    const [row]: { wal_autocheckpoint?: number }[] = await database.raw('pragma wal_autocheckpoint');
    const usual = row?.wal_autocheckpoint ?? 0;
    return { usual, now: usual };
  }

  return {
    async usual() {
      // Nothing was changed, so there is nothing to set back.
      if (pages) await change((usual) => usual);
    },
    async seldom() {
      // Trying again before each piece would slow the run.
      if (!isRefused) await change((usual) => (usual === 0 ? 0 : Math.max(usual, seldomPages)));
    },
  };
}
