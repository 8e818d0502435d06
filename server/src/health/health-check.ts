import type { HealthIssue } from '../../../contracts/admin/health';

/** What a check found wrong: for pages, which have words of their own for it, and in words. */
export interface HealthFinding extends HealthIssue {
  /** For an administrator, with what to do about it. */
  text: string;
}

/** One thing that can be wrong. */
export interface HealthCheck {
  /** Completes "… could not be checked". */
  subject: string;
  /**
   * @returns what is wrong; empty when nothing is
   * @throws whatever kept it from finding out, which counts as unhealthy
   */
  run(context: CheckContext): Promise<HealthFinding[]>;
}

export interface CheckContext {
  now: Date;
  /** When the check before this one began; null for the first. */
  previousAt: Date | null;
  /** Aborted when the check takes too long. */
  signal: AbortSignal;
}
