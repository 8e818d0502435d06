import type { SiteStatus, StatusKind } from '../../../contracts/admin/status';
import type { NoticeProps } from '../components/notice';
import type { StatusVariant } from '../components/status-badge';
import type { Translate, TranslationKey } from '../hooks/use-translate';

interface StatusLook {
  title: TranslationKey;
  tone: NoticeProps['tone'];
  badge: StatusVariant;
  /** Background of the badge in the main menu. */
  color: 'primary600' | 'warning700' | 'danger600';
}

/** How each status looks, wherever it is shown. */
export const statusKindLooks: Record<StatusKind, StatusLook> = {
  up_to_date: { title: 'commerce-bridge.status.upToDate', tone: 'success', badge: 'success', color: 'primary600' },
  behind: { title: 'commerce-bridge.status.behind', tone: 'warning', badge: 'warning', color: 'warning700' },
  failing: { title: 'commerce-bridge.status.failing', tone: 'danger', badge: 'danger', color: 'danger600' },
  not_set_up: {
    title: 'commerce-bridge.status.notSetUp',
    tone: 'information',
    badge: 'secondary',
    color: 'primary600',
  },
};

/** The status in a few words, for example `Up to date as of Nov 23, 2026, 8:05 AM`. */
export function statusTitle(
  { kind, asOf }: SiteStatus,
  { t, moment }: { t: Translate; moment: (timestamp: string) => string },
): string {
  if (kind !== 'up_to_date' || asOf === null) return t(statusKindLooks[kind].title);
  return t('commerce-bridge.status.upToDateAsOf', { moment: moment(asOf) });
}
