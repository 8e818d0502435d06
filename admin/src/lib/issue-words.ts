import type { HealthIssue, HealthSubject } from '../../../contracts/admin/health';
import type { Translate, TranslationKey } from '../hooks/use-translate';
import { rejectionTexts } from './rejection-texts';
import { scopeTexts } from './scope-texts';
import { lookUp } from './look-up';
import { causeWords } from './cause-words';
import { settingLabel } from './setting-labels';

type Code = HealthIssue['code'];

/** Issues whose texts need nothing but their values. */
const texts: Record<Exclude<Code, 'credentials_rejected' | 'sync_failed' | 'unchecked'>, TranslationKey> = {
  scope_missing: 'commerce-bridge.issue.scopeMissing',
  deliveries_mismatch: 'commerce-bridge.issue.deliveriesMismatch',
  deliveries_stale: 'commerce-bridge.issue.deliveriesStale',
  deliveries_refused: 'commerce-bridge.issue.deliveriesRefused',
  deliveries_unusable: 'commerce-bridge.issue.deliveriesUnusable',
  clock_database_ahead: 'commerce-bridge.issue.clockDatabaseAhead',
  clock_database_behind: 'commerce-bridge.issue.clockDatabaseBehind',
  clock_upstream_ahead: 'commerce-bridge.issue.clockUpstreamAhead',
  clock_upstream_behind: 'commerce-bridge.issue.clockUpstreamBehind',
  deliveries_failed: 'commerce-bridge.issue.deliveriesFailed',
  events_dropped: 'commerce-bridge.issue.eventsDropped',
  events_retrying: 'commerce-bridge.issue.eventsRetrying',
  events_waiting: 'commerce-bridge.issue.eventsWaiting',
  outbox_dropped: 'commerce-bridge.issue.outboxDropped',
  outbox_waiting: 'commerce-bridge.issue.outboxWaiting',
  removal_held: 'commerce-bridge.issue.removalHeld',
  market_held: 'commerce-bridge.issue.marketHeld',
  market_unread: 'commerce-bridge.issue.marketUnread',
  market_outdated: 'commerce-bridge.issue.marketOutdated',
  market_canceled: 'commerce-bridge.issue.marketCanceled',
  market_empty: 'commerce-bridge.issue.marketEmpty',
  market_locale_unserved: 'commerce-bridge.issue.marketLocaleUnserved',
  markets_not_scheduled: 'commerce-bridge.issue.marketsNotScheduled',
  hooks_none: 'commerce-bridge.issue.hooksNone',
  hooks_elsewhere: 'commerce-bridge.issue.hooksElsewhere',
  hooks_missing: 'commerce-bridge.issue.hooksMissing',
  hooks_refused: 'commerce-bridge.issue.hooksRefused',
  hooks_lacking: 'commerce-bridge.issue.hooksLacking',
  hooks_revived: 'commerce-bridge.issue.hooksRevived',
  hook_not_revived: 'commerce-bridge.issue.hookNotRevived',
  hook_destination: 'commerce-bridge.issue.hookDestination',
  hook_token: 'commerce-bridge.issue.hookToken',
  not_connected: 'commerce-bridge.issue.notConnected',
  sync_not_started: 'commerce-bridge.issue.syncNotStarted',
  first_sync_running: 'commerce-bridge.issue.firstSyncRunning',
  first_sync_stopped: 'commerce-bridge.issue.firstSyncStopped',
  records_failed: 'commerce-bridge.issue.recordsFailed',
  channel_changed: 'commerce-bridge.issue.channelChanged',
  listed_fewer: 'commerce-bridge.issue.listedFewer',
  deletions_unchecked: 'commerce-bridge.issue.deletionsUnchecked',
  sync_outdated: 'commerce-bridge.issue.syncOutdated',
  webhooks_skipped: 'commerce-bridge.issue.webhooksSkipped',
  secrets_unreadable: 'commerce-bridge.issue.secretsUnreadable',
  purge_secrets_unreadable: 'commerce-bridge.issue.purgeSecretsUnreadable',
  storefront_token: 'commerce-bridge.issue.storefrontToken',
  storefront_unreachable: 'commerce-bridge.issue.storefrontUnreachable',
  safelist_unreadable: 'commerce-bridge.issue.safelistUnreadable',
  database_charset: 'commerce-bridge.issue.databaseCharset',
  redis_away: 'commerce-bridge.issue.redisAway',
  redis_refuses: 'commerce-bridge.issue.redisRefuses',
};

const subjectTexts: Record<HealthSubject, TranslationKey> = {
  credentials: 'commerce-bridge.subject.credentials',
  webhooks: 'commerce-bridge.subject.webhooks',
  storefront: 'commerce-bridge.subject.storefront',
  charset: 'commerce-bridge.subject.charset',
  secrets: 'commerce-bridge.subject.secrets',
  clocks: 'commerce-bridge.subject.clocks',
  deliveries: 'commerce-bridge.subject.deliveries',
  schedule: 'commerce-bridge.subject.schedule',
  redis: 'commerce-bridge.subject.redis',
  removals: 'commerce-bridge.subject.removals',
  markets: 'commerce-bridge.subject.markets',
  failed_events: 'commerce-bridge.subject.failedEvents',
  queued_events: 'commerce-bridge.subject.queuedEvents',
  outbox: 'commerce-bridge.subject.outbox',
};

/** An issue in words; undefined if there is only the server's message, as in a record that an earlier version wrote. */
export function issueWords(
  { code, values, causes = [] }: HealthIssue,
  { t, moment }: { t: Translate; moment: (timestamp: string) => string },
): string | undefined {
  const reason = causeWords(String(values['reason'] ?? values['error'] ?? ''), causes, t);
  if (code === 'unchecked') {
    const subject = lookUp(subjectTexts, values['subject']);
    return subject && t('commerce-bridge.issue.unchecked', { subject: t(subject), reason });
  }
  if (code === 'credentials_rejected') {
    const rejection = lookUp(rejectionTexts, values['reason']);
    return rejection && `${t(rejection.title)}. ${t(rejection.remedy)}`;
  }
  if (code === 'sync_failed')
    return t('commerce-bridge.issue.syncFailed', {
      at: moment(String(values['at'])),
      reason,
    });
  const params = {
    ...values,
    ...(values['reason'] !== undefined && { reason }),
    // The text puts the error in parentheses, so it must not end with a period.
    ...(values['error'] !== undefined && { error: reason.replace(/\.$/, '') }),
    ...(values['at'] !== undefined && { at: moment(String(values['at'])) }),
    ...(values['names'] !== undefined && { names: namesOf(String(values['names']), t) }),
    ...(code === 'scope_missing' && { name: scopeName(String(values['scope']), t) }),
  };
  return t(texts[code], params);
}

function namesOf(secrets: string, t: Translate): string {
  return secrets
    .split(', ')
    .map((name) => {
      const text = settingLabel(name);
      return text === undefined ? name : t(text);
    })
    .join(', ');
}

function scopeName(scope: string, t: Translate): string {
  const known = scopeTexts(scope);
  return known === undefined ? scope : t(known.name);
}
