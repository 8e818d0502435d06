import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { RunStore } from '../runs/run-store';
import type { VerificationService } from './verification-service';

/**
 * Makes a function to call after an import or a transfer has replaced the cached records. The next run is a full one,
 * since the records may be older than the last; and what is derived from them is verified.
 */
export function createReplacementNote({
  runs,
  verification,
  drawVersion,
  logger,
}: {
  runs: Pick<RunStore, 'forgetBases'>;
  verification: Pick<VerificationService, 'requestAfterRun'>;
  drawVersion: () => Promise<number>;
  logger: Logger;
}): () => Promise<void> {
  return async () => {
    await verification.requestAfterRun('content_replaced');
    try {
      await runs.forgetBases(await drawVersion());
    } catch (error) {
      logger.error('the next sync should be a full one, since records were replaced, but this could not be stored', {
        error: describeError(error),
      });
    }
  };
}
