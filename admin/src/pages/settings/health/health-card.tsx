import { Flex, Typography } from '@strapi/design-system';
import type { HealthRecord } from '../../../../../contracts/admin/health';
import { BulletList } from '../../../components/bullet-list';
import { Card } from '../../../components/card';
import { Notice } from '../../../components/notice';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useIssueWords } from '../../../hooks/use-issue-words';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { StatusNotice } from '../../../status/status-notice';
import { useStatus } from '../../../status/use-status';
import { CheckButton } from './check-button';
import { ClearButton } from './clear-button';
import type { KnownHealth } from './use-health';

/** The status, the time of the last health check, and a button to check again. */
export function HealthCard({ health: { checkedAt, record } }: { health: KnownHealth }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { allowed, isLoading } = useAllowed(permissions.manageHealth);
  const { status } = useStatus();
  return (
    <Card
      title={t('commerce-bridge.result.status')}
      description={t('commerce-bridge.health.record.description')}
      aside={
        <Flex gap={2}>
          {checkedAt === null || !allowed ? null : <ClearButton />}
          <CheckButton isAllowed={allowed} />
        </Flex>
      }
    >
      {allowed || isLoading ? null : <Notice tone="information">{t('commerce-bridge.permission.noHealth')}</Notice>}
      <div aria-live="polite">{status === null ? <Findings record={record} /> : <StatusNotice status={status} />}</div>
      <Typography variant="pi" textColor="neutral600">
        {checkedAt === null
          ? t('commerce-bridge.health.none')
          : t('commerce-bridge.health.checkedAt', { moment: moment(checkedAt) })}
      </Typography>
    </Card>
  );
}

/** For administrators who may neither see the catalog nor act on health: only the reasons. */
function Findings({ record }: { record: HealthRecord | null }) {
  const t = useTranslate();
  const words = useIssueWords();
  if (record === null) return null;
  if (record.healthy) return <Notice tone="success">{t('commerce-bridge.health.good.title')}</Notice>;
  return (
    <Notice tone="danger" title={t('commerce-bridge.health.checked.bad', { count: record.errors.length })}>
      <BulletList items={words(record).map((error) => ({ key: error, text: error }))} />
    </Notice>
  );
}
