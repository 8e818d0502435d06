import type { HealthIssue } from '../../../contracts/admin/health';
import type { FixPlace } from '../../../contracts/admin/status';

/** The status that a finding leads to; a hint does not affect it. */
export type Grade = 'failing' | 'not_set_up' | 'behind' | 'hint';

interface Judgment {
  grade: Grade;
  fix: FixPlace;
  /** Whether it concerns the delivery of webhooks. */
  isAboutWebhooks?: true;
}

const failing = (fix: FixPlace): Judgment => ({ grade: 'failing', fix });
const behind = (fix: FixPlace): Judgment => ({ grade: 'behind', fix });
const aboutWebhooks = (judgment: Judgment): Judgment => ({ ...judgment, isAboutWebhooks: true });

/** How severe each finding is, and on which admin page it can be fixed. */
export const judgments: Record<HealthIssue['code'], Judgment> = {
  not_connected: { grade: 'not_set_up', fix: 'setup' },
  sync_not_started: { grade: 'not_set_up', fix: 'setup' },
  webhooks_skipped: { grade: 'hint', fix: 'webhooks' },
  hooks_refused: { grade: 'hint', fix: 'webhooks' },
  market_empty: { grade: 'hint', fix: 'markets' },
  market_locale_unserved: { grade: 'hint', fix: 'markets' },
  markets_not_scheduled: { grade: 'hint', fix: 'sync' },
  hook_destination: { grade: 'hint', fix: 'webhooks' },
  hooks_lacking: { grade: 'hint', fix: 'webhooks' },

  credentials_rejected: failing('connection'),
  scope_missing: failing('connection'),
  secrets_unreadable: failing('connection'),
  sync_failed: failing('runs'),
  hooks_none: aboutWebhooks(failing('webhooks')),
  hooks_elsewhere: aboutWebhooks(failing('webhooks')),
  hooks_missing: aboutWebhooks(failing('webhooks')),
  hook_not_revived: aboutWebhooks(failing('webhooks')),
  hook_token: aboutWebhooks(failing('webhooks')),
  deliveries_mismatch: aboutWebhooks(failing('connection')),
  deliveries_stale: aboutWebhooks(failing('webhooks')),
  deliveries_refused: aboutWebhooks(failing('webhooks')),
  deliveries_failed: aboutWebhooks(failing('events')),
  clock_database_ahead: failing('health'),
  clock_database_behind: failing('health'),
  clock_upstream_ahead: failing('health'),
  clock_upstream_behind: failing('health'),
  database_charset: failing('health'),
  redis_away: failing('health'),
  redis_refuses: failing('health'),
  storefront_token: failing('storefront'),
  storefront_unreachable: failing('storefront'),
  safelist_unreadable: failing('storefront'),
  market_unread: failing('markets'),
  unchecked: failing('health'),

  first_sync_running: behind('runs'),
  first_sync_stopped: behind('runs'),
  records_failed: behind('runs'),
  channel_changed: behind('runs'),
  listed_fewer: behind('runs'),
  deletions_unchecked: behind('runs'),
  sync_outdated: behind('runs'),
  removal_held: behind('runs'),
  market_held: behind('markets'),
  market_outdated: behind('markets'),
  market_canceled: behind('markets'),
  hooks_revived: aboutWebhooks(behind('webhooks')),
  deliveries_unusable: aboutWebhooks(behind('events')),
  events_dropped: aboutWebhooks(behind('events')),
  events_retrying: behind('events'),
  events_waiting: aboutWebhooks(behind('events')),
  outbox_dropped: behind('purging'),
  outbox_waiting: behind('purging'),
  purge_secrets_unreadable: behind('purging'),
};

/** Causes of a failed sync that can only be fixed in the connection settings. */
const causesOfConnection: readonly string[] = [
  'upstream_unauthorized',
  'upstream_scope_missing',
  'upstream_misconfigured',
  'missing_settings',
  'store_changed',
];

/** The admin page on which a finding can be fixed. */
export function fixOf({ code, causes = [] }: HealthIssue): FixPlace {
  return causes.some((cause) => causesOfConnection.includes(cause.code)) ? 'connection' : judgments[code].fix;
}

/** Whether it concerns the delivery of webhooks, which the notice on every page reports (behavior 4.16). */
export function isAboutWebhooks({ code, values }: HealthIssue): boolean {
  return judgments[code].isAboutWebhooks === true || (code === 'unchecked' && values['about'] === 'webhooks');
}
