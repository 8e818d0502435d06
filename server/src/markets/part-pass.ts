import type { Transaction } from '../database/database';
import { CommerceBridgeError } from '../lib/errors';
import type { MarketPart } from './market-parts';

/** What a pass over a part did with the products that upstream returned. */
export interface PassCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** A newer response was already stored. */
  outdated: number;
  removed: number;
  failed: number;
}

/** What a pass did, with a few of its failures; `productId` may also be the id of a category or brand. */
export interface PassReport {
  counts: PassCounts;
  failures: { productId: number; reason: string }[];
}

export const emptyReport: PassReport = {
  counts: { created: 0, updated: 0, unchanged: 0, outdated: 0, removed: 0, failed: 0 },
  failures: [],
};

/** `listing`: reading what upstream has; `removal`: looking again for what it did not list. */
export type PassPhase = 'listing' | 'removal';

/** A pass over a part as one instance runs it, with its checkpoint. */
export interface PartPass {
  partId: number;
  /** Raised when an instance takes the pass over. */
  epoch: number;
  phase: PassPhase;
  /** The last page, or the last product, that was written. */
  position: number;
  /** Drawn when it began: it has not seen products whose last response is older than this. */
  firstReadVersion: number;
  report: PassReport;
}

/** The passes over parts: at most one per part, across all instances. */
export interface PartPasses {
  /** The id of the part's rows. */
  idOf(part: MarketPart): Promise<number>;
  /** The same; null if it never had any. */
  findId(part: MarketPart): Promise<number | null>;
  /** Resumes the pass that is under way, or begins one; from now on, no other holder runs it. */
  carry(part: MarketPart): Promise<PartPass>;
  /**
   * Stores the checkpoint within the transaction that wrote what it covers.
   * @throws PassTakenOverError when another holder runs the pass, which rolls the transaction back
   */
  checkpoint(transaction: Transaction, pass: PartPass): Promise<void>;
  /** Likewise, and marks the part as complete as of this pass. */
  complete(transaction: Transaction, pass: PartPass): Promise<void>;
  /**
   * Ends the pass without completing the part: the next one begins anew.
   * @throws PassTakenOverError when another holder runs the pass
   */
  giveUp(transaction: Transaction, pass: PartPass): Promise<void>;
  /** Drawn when the latest pass over the part began, complete or not; 0 before the first. */
  begunAt(partId: number): Promise<number>;
  /** Whether a pass over the part was ever completed. */
  isComplete(part: MarketPart): Promise<boolean>;
}

/** Another holder has taken the pass over, or completed it. */
export class PassTakenOverError extends CommerceBridgeError {
  readonly code = 'market_pass_taken_over';

  constructor({ partId, epoch }: Pick<PartPass, 'partId' | 'epoch'>) {
    super('Another instance carries this pass over a market.', { data: { partId, epoch } });
  }
}

// At most this many failures are reported; all are counted.
const namedFailures = 20;

/** The report with what another page added. */
export function addToReport(
  { counts, failures }: PassReport,
  more: Partial<PassCounts>,
  failed: PassReport['failures'] = [],
): PassReport {
  return {
    counts: {
      created: counts.created + (more.created ?? 0),
      updated: counts.updated + (more.updated ?? 0),
      unchanged: counts.unchanged + (more.unchanged ?? 0),
      outdated: counts.outdated + (more.outdated ?? 0),
      removed: counts.removed + (more.removed ?? 0),
      failed: counts.failed + failed.length,
    },
    failures: [...failures, ...failed].slice(0, namedFailures),
  };
}
