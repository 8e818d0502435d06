import { Typography } from '@strapi/design-system';
import type { Overview } from '../../../../../contracts/admin/overview';
import { Card } from '../../../components/card';
import { Facts } from '../../../components/facts';
import { Notice } from '../../../components/notice';
import { ProgressBar } from '../../../components/progress-bar';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';

/** How much of the store's request budget is used, as of its last response. */
export function QuotaCard({ quota }: Pick<Overview, 'quota'>) {
  const t = useTranslate();
  return (
    <Card title={t('commerce-bridge.quota.title')} description={t('commerce-bridge.quota.text')}>
      {quota === null ? (
        <Typography textColor="neutral600">{t('commerce-bridge.quota.unknown')}</Typography>
      ) : (
        <Budget quota={quota} />
      )}
    </Card>
  );
}

function Budget({ quota: { limit, left, inFlight, waiting, pausedUntil } }: { quota: NonNullable<Overview['quota']> }) {
  const t = useTranslate();
  const { count, moment } = useFormats();
  const used = limit === null || left === null ? null : Math.max(0, limit - left);
  const none = t('commerce-bridge.quota.nothingAsked');
  return (
    <>
      {pausedUntil === null ? null : (
        <Notice tone="warning">{t('commerce-bridge.quota.paused', { moment: moment(pausedUntil) })}</Notice>
      )}
      {used === null || limit === null ? null : (
        <ProgressBar
          percent={(used / Math.max(1, limit)) * 100}
          label={t('commerce-bridge.quota.bar')}
          text={t('commerce-bridge.quota.usedOf', { used: count(used), limit: count(limit) })}
        />
      )}
      <Facts
        facts={[
          { term: t('commerce-bridge.quota.used'), value: used === null ? none : count(used) },
          { term: t('commerce-bridge.quota.left'), value: left === null ? none : count(left) },
          { term: t('commerce-bridge.quota.limit'), value: limit === null ? none : count(limit) },
          { term: t('commerce-bridge.quota.inFlight'), value: count(inFlight) },
          { term: t('commerce-bridge.quota.waiting'), value: count(waiting) },
        ]}
      />
    </>
  );
}
