/** One thing that can be wrong. */
export interface HealthCheck {
  /** Completes "… could not be checked". */
  subject: string;
  /**
   * @returns what is wrong, in words for an administrator, with what to do about it; empty when nothing is
   * @throws whatever kept it from finding out, which counts as unhealthy
   */
  run(context: CheckContext): Promise<string[]>;
}

export interface CheckContext {
  now: Date;
  /** When the check before this one began; null for the first. */
  previousAt: Date | null;
  /** Aborted when the check takes too long. */
  signal: AbortSignal;
}
