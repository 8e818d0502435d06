import type { HealthIssue, HealthSubject } from '../../../contracts/admin/health';

/** A problem that a check found: as data for pages, which have their own wording, and as text. */
export interface HealthFinding extends HealthIssue {
  /** For an administrator, with what to do about it. */
  text: string;
}

/** Checks one thing that can be wrong. */
export interface HealthCheck {
  subject: HealthSubject;
  /** Whether it is about the delivery of webhooks. */
  about?: 'webhooks';
  /**
   * @returns what is wrong; empty when nothing is
   * @throws any error that prevents the check, which counts as unhealthy
   */
  run(context: CheckContext): Promise<HealthFinding[]>;
}

export interface CheckContext {
  now: Date;
  /** When the previous check began; null for the first. */
  previousAt: Date | null;
  /** Aborted when the check takes too long. */
  signal: AbortSignal;
}

/** Completes "… could not be checked". */
export const subjectWords: Record<HealthSubject, string> = {
  credentials: 'The credentials',
  webhooks: 'The webhooks',
  storefront: 'The GraphQL proxy',
  charset: "The database's character set",
  secrets: 'The stored secrets',
  clocks: "The server's clock",
  deliveries: 'The webhook deliveries',
  schedule: 'The sync schedule',
  redis: 'Redis',
  removals: 'Removals awaiting approval',
  markets: 'The further markets',
  failed_events: 'The failed webhook events',
  queued_events: 'The queued webhook events',
  outbox: 'The changes to be delivered',
};
